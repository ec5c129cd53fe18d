import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createFaultProxy, type Fault, type FaultProxy } from '@outrigger/devnet/faults'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PoolDiagnosis } from '../doctor/finding.ts'
import { runCli } from '../fixtures/cliProcess.ts'

let anvil: Anvil
const proxies: FaultProxy[] = []
const secret = 'SECRETSECRETSECRET'

/** The chain behind a fault, at an address with a key in it. */
const broken = async (fault: Fault): Promise<string> => {
  const proxy = await createFaultProxy({ target: anvil.rpcUrl })
  await proxy.setFault(fault)
  proxies.push(proxy)
  return `${proxy.url}/?key=${secret}`
}

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, blockTimeMs: 100 })
})
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()))
  await anvil.close()
})

const detail = (pool: PoolDiagnosis | undefined, endpoint: number, check: string) =>
  pool?.endpoints[endpoint]?.findings.find((finding) => finding.check === check)

describe('doctor', () => {
  it('finds everything in order at a good endpoint', async () => {
    const { code, stdout } = await runCli(['doctor', '--json', '--rpc', `ethereum=${anvil.rpcUrl}`])
    const [ethereum] = JSON.parse(stdout) as PoolDiagnosis[]
    expect(code).toBe(0)
    expect(ethereum).toMatchObject({ pool: 'ethereum', usable: true })
    expect(ethereum?.endpoints[0]?.findings.map(({ check, verdict }) => `${check} ${verdict}`)).toEqual(
      ['chain id', 'head', 'latency', 'fees', 'socket', 'pending', 'logs', 'state', 'blocks', 'traces', 'batch'].map(
        (check) => `${check} ok`,
      ),
    )
  })

  it('tells what is wrong with each of the others, and what to do, and never a key', async () => {
    const lagging = await broken({ kind: 'staleHead', blocks: 20 })
    const urls = [
      anvil.rpcUrl,
      await broken({ kind: 'hang' }),
      await broken({ kind: 'wrongChainId' }),
      lagging,
      await broken({ kind: 'status', status: 429 }),
      await broken({ kind: 'truncatedJson' }),
      `http://127.0.0.1:9/${secret}`,
    ]
    const rpc = ['--rpc', `ethereum=${urls.join(',')}`]
    const [json, table] = await Promise.all([runCli(['doctor', '--json', ...rpc]), runCli(['doctor', ...rpc])])
    const [ethereum] = JSON.parse(json.stdout) as PoolDiagnosis[]
    expect(ethereum?.endpoints.map(({ usable }) => usable)).toEqual([true, ...Array(6).fill(false)])
    expect(detail(ethereum, 1, 'chain id')?.detail).toBe('no answer in 5 s')
    expect(detail(ethereum, 2, 'chain id')).toMatchObject({
      detail: '61',
      advice: expect.stringContaining('ethereum is 1'),
    })
    expect(detail(ethereum, 3, 'head')?.advice).toMatch(/blocks behind the others/)
    expect(detail(ethereum, 4, 'chain id')?.advice).toMatch(/limits the request rate/)
    expect(detail(ethereum, 5, 'chain id')?.advice).toMatch(/response is not JSON/)
    // One good endpoint is enough.
    expect([json.code, table.code]).toEqual([0, 0])
    expect(table.stdout).toMatch(/^ETHEREUM +PRIMARY.*\nverdict +usable.*\nchain id +1\b/)
    expect(table.stdout).toMatch(/! backup2, chain id: It is on chain 61/)
    for (const { stdout, stderr } of [json, table]) expect(stdout + stderr).not.toContain(secret)
  })

  it('ends with 1 where a chain has no usable endpoint, with 3 where nothing is configured', async () => {
    const [none, nothing] = await Promise.all([runCli(['doctor', '--rpc', `base=${anvil.rpcUrl}`]), runCli(['doctor'])])
    expect(none).toMatchObject({ code: 1, stdout: expect.stringContaining('base is 8453') })
    expect(nothing).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('OUTRIGGER_RPC_<CHAIN>') })
  })
})
