import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createReplayNode, ReplayError } from '@outrigger/devnet/replay'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNode } from '../createNode.ts'

const receiver = `0x${'77'.repeat(20)}`
const chainId = 1
let anvil: Anvil
let plain: Awaited<ReturnType<typeof createReplayNode>>
let folder: string

async function rpc<result>(
  method: string,
  params: readonly unknown[] = [],
): Promise<{ result: result; error?: never }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(anvil.rpcUrl, { method: 'POST', headers, body })).json() as never
}

beforeAll(async () => {
  anvil = await createAnvil({ chainId })
  // Like geth, it has neither Otterscan's methods nor Parity's.
  plain = await createReplayNode({
    async rpc(method, params) {
      if (/^(?:ots|trace)_/.test(method)) return undefined
      const { result, error } = (await rpc(method, params as readonly unknown[])) as {
        readonly result: unknown
        readonly error?: { readonly code: number; readonly message: string }
      }
      return error ? new ReplayError(error.code, error.message) : result
    },
  })
  const { result: accounts } = await rpc<readonly string[]>('eth_accounts')
  for (let payment = 0; payment < 8; payment += 1)
    await rpc('eth_sendTransaction', [{ from: accounts[0], to: receiver, value: '0x1' }])
  // Far more blocks than one page scans one by one.
  await rpc('anvil_mine', ['0x5dc'])
  folder = await mkdtemp(join(tmpdir(), 'outrigger-index-'))
}, 60_000)
afterAll(async () => {
  await plain?.[Symbol.asyncDispose]()
  await anvil?.close()
  await rm(folder, { recursive: true })
})

type Page = {
  readonly data: { readonly transactions: readonly unknown[]; readonly coverage: Record<string, unknown> }
}

async function readHistory(url: string): Promise<Page['data']> {
  const answer = await fetch(`${url}/v1/blockchain/ethereum/addresses/${receiver}/transactions?limit=50`)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return ((await answer.json()) as Page).data
}

it('answers the history of a plain node by its index, which a node without the setting finds again', async () => {
  const chains = { ethereum: { endpoints: [plain.url], chainId } }
  const shared = { chains, dataDir: folder, access: 'loopback', port: 0, gatewayPort: 0 } as const
  const toBlock = Number((await rpc<string>('eth_blockNumber')).result)
  const expected = {
    source: 'address index',
    complete: false,
    missing: ['internal transactions'],
    from_block: 0,
    to_block: toBlock,
    index: { from_block: 0, to_block: toBlock, whole_chain: false },
  }
  {
    await using without = await createNode(shared)
    const { url } = await without.listen()
    const { transactions, coverage: seen } = await readHistory(url)
    expect([transactions, seen['source']]).toEqual([[], 'eth_getBlockByNumber'])
  }
  const addressIndex = { ethereum: { fromBlock: 0, addresses: [receiver] } }
  for (const settings of [{ ...shared, addressIndex }, shared]) {
    await using node = await createNode(settings)
    const { url } = await node.listen()
    await expect.poll(async () => (await readHistory(url)).coverage, { timeout: 100_000 }).toEqual(expected)
    expect((await readHistory(url)).transactions).toHaveLength(8)
  }
}, 120_000)

it('refuses an index without a data directory, and one of a chain without a provider', async () => {
  const addressIndex = { ethereum: { fromBlock: 0 } }
  await expect(createNode({ addressIndex })).rejects.toThrow(/addressIndex: is kept in the data directory/)
  await expect(createNode({ addressIndex, dataDir: folder })).rejects.toThrow(/addressIndex.ethereum: the chain has no/)
})
