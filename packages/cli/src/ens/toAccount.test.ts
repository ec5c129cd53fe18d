import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addresses, type Devnet, startDevnet } from '@outrigger/devnet'
import { encodeErrorResult, type Hex, parseAbi, size, toHex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../fixtures/cliProcess.ts'

let devnet: Devnet
let ethereum: readonly string[]
let borrower: string
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 500, silent: true })
  ethereum = ['--rpc', `ethereum=${devnet.chains.ethereum.rpcUrl}`]
  borrower = devnet.accounts.borrowersOf.aaveV3[0]?.address ?? ''
})
afterAll(() => devnet.close())

it('takes a name of ENS wherever it takes an address, and prints what it stands for', async () => {
  const commands = [
    ['balance', 'ethereum'],
    ['history', 'ethereum'],
    ['position', 'ethereum'],
    ['gas', 'estimate', 'ethereum', '--value', '1', '--to'],
  ]
  for (const command of commands) {
    const [byName, byAddress] = await Promise.all(
      ['Borrower.eth', borrower].map((account) => runCli([...command, account, '--json', ...ethereum])),
    )
    expect(byName, command.join(' ')).toMatchObject({ code: 0 })
    expect(byName?.stderr).toContain(`borrower.eth is ${borrower}`)
    expect(byAddress?.stderr).not.toContain('borrower.eth')
    const [named, plain] = [byName, byAddress].map((ended) => JSON.parse(ended?.stdout ?? '') as { address?: string })
    expect(named?.address).toBe(plain?.address)
  }
  const swap = ['swap', 'ethereum', '0.01', 'ETH', 'USDC', '--from', 'borrower.eth', '--json', ...ethereum]
  const { stdout } = await runCli(swap)
  expect(stdout.toLowerCase()).toContain(borrower.toLowerCase())
})

it('says why a name is not resolved', async () => {
  const balance = (name: string, flags: readonly string[] = ethereum) => runCli(['balance', 'ethereum', name, ...flags])
  expect(await balance('nobody.eth')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nobody.eth has no address on Ethereum.'),
  })
  expect(await balance('a..eth')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"a..eth" is not a valid ENS name.'),
  })
  const elsewhere = await runCli(['balance', 'base', 'borrower.eth', '--rpc', 'base=http://127.0.0.1:1'])
  expect(elsewhere).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/borrower\.eth is an ENS name.*\s+.*--rpc ethereum=<url>/),
  })
})

it('does not fetch the URL that a resolver names (CCIP-Read)', async () => {
  let requests = 0
  const gateway = createServer((_, response) => {
    requests += 1
    response.end('{"data":"0x"}')
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const { universalResolver } = addresses.ens
  const lookup = encodeErrorResult({
    abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
    args: [
      universalResolver,
      [`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`],
      '0x',
      '0x00000000',
      '0x',
    ],
  })
  const length = toHex(size(lookup), { size: 2 }).slice(2)
  // Reverts with the bytes after this code.
  const bytecode: Hex = `0x61${length}61000d5f3961${length}5ffd${lookup.slice(2)}`
  await devnet.chains.ethereum.client.setCode({ address: universalResolver, bytecode })
  expect(await runCli(['balance', 'ethereum', 'borrower.eth', ...ethereum])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Names that need CCIP-Read are not supported.'),
  })
  expect(requests).toBe(0)
  gateway.close()
})
