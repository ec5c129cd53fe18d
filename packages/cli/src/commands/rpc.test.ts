import { type Anvil, createAnvil } from '@outrigger/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../fixtures/cliProcess.ts'

let anvil: Anvil
beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, blockTimeMs: 100 })
})
afterAll(() => anvil.close())

const dead = 'http://127.0.0.1:9'
const rpc = (...args: readonly string[]) =>
  runCli(['rpc', 'ethereum', ...args, '--rpc', `ethereum=${dead},${anvil.rpcUrl}`])

describe('rpc', () => {
  it('prints the result, and on stderr where it came from', async () => {
    const [id, block, json] = await Promise.all([
      rpc('eth_chainId'),
      rpc('eth_getBlockByNumber', '0', 'false'),
      rpc('eth_getBlockByNumber', '0x0', 'false', '--json'),
    ])
    expect(id).toMatchObject({ code: 0, stdout: '0x1\n', stderr: expect.stringContaining('from backup') })
    expect(JSON.parse(block.stdout)).toMatchObject({ number: '0x0' })
    expect(JSON.parse(json.stdout)).toMatchObject({
      result: { number: '0x0' },
      provider: 'backup',
      role: 'backup',
      cached: false,
      block: 0,
    })
  })

  it('takes JSON parameters, and gives the error of the chain', async () => {
    const call = JSON.stringify({ to: `0x${'11'.repeat(20)}`, data: '0x' })
    const [ok, unknown, broken] = await Promise.all([
      rpc('eth_call', call, 'latest'),
      rpc('eth_nonsense', '--json'),
      rpc('eth_call', '{"to":', 'latest'),
    ])
    expect(ok).toMatchObject({ code: 0, stdout: '0x\n' })
    expect(unknown.code).toBe(1)
    expect(JSON.parse(unknown.stdout)).toMatchObject({ error: { code: -32601 }, provider: 'backup' })
    expect(broken).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('looks like JSON') })
  })

  it('says what is missing', async () => {
    const [chain, provider, agree, disagree] = await Promise.all([
      runCli(['rpc', 'nowhere', 'eth_chainId']),
      runCli(['rpc', 'base', 'eth_chainId']),
      rpc('eth_chainId', '--agree', 'two'),
      rpc('eth_getBalance', `0x${'11'.repeat(20)}`, 'latest', '--agree', '2'),
    ])
    expect(chain).toMatchObject({ code: 2, stderr: expect.stringContaining('nowhere') })
    expect(provider).toMatchObject({ code: 3, stderr: expect.stringContaining('--rpc base=<url>') })
    expect(agree.code).toBe(2)
    expect(disagree).toMatchObject({ code: 1, stderr: expect.stringContaining('No ethereum provider answered') })
  })
})
