import { chains, createProviderPool, type ProviderPool } from '@outrigger/core'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createUniform } from '@outrigger/devnet/random'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNodeWithout } from '../fixtures/withoutMethods.ts'
import { getHistory } from '../questions.ts'
import { type AddressIndex, createAddressIndex } from './addressIndex.ts'
import { mineRandom, scanAll } from './fixtures/indexedChain.ts'

let anvil: Anvil
let plainNode: Awaited<ReturnType<typeof createNodeWithout>>
let plain: ProviderPool
let index: AddressIndex
let whole: AddressIndex
let scanned: Awaited<ReturnType<typeof scanAll>>
let busiest: `0x${string}`
let second: `0x${string}`
const random = createUniform(77)
const indexedFrom = 60n
const indexedTo = 160n
const head = 170n

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, args: ['--no-mining'] })
  const asked = (method: string) => /^(?:ots|trace)_/.test(method)
  plainNode = await createNodeWithout(anvil.rpcUrl, asked)
  plain = createProviderPool({ chain: chains.ethereum, endpoints: [plainNode.url], cache: false })
  for (let block = 0n; block < indexedTo; block += 1n) await mineRandom(anvil.rpcUrl, random)
  const ranked = [...(await scanAll(anvil.rpcUrl))].sort(([, a], [, b]) => b.length - a.length)
  ;[busiest, second] = ranked.map(([address]) => address as `0x${string}`) as [`0x${string}`, `0x${string}`]
  index = await createAddressIndex({ pool: plain, path: ':memory:' })
  await index.add({ address: busiest, fromBlock: indexedFrom })
  await index.backfill()
  whole = await createAddressIndex({ pool: plain, path: ':memory:' })
  await whole.add({ fromBlock: 0n })
  await whole.backfill()
  for (let block = indexedTo; block < head; block += 1n) await mineRandom(anvil.rpcUrl, random)
  scanned = await scanAll(anvil.rpcUrl)
}, 120_000)
afterAll(async () => {
  await index?.close()
  await whole?.close()
  await plain?.close()
  await plainNode?.[Symbol.asyncDispose]()
  await anvil?.close()
})

async function readAll(pool: ProviderPool, address: `0x${string}`, by: AddressIndex, limit: number) {
  const hashes: string[] = []
  const sources = new Set<string>()
  const coverages: unknown[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await getHistory(pool, { address, limit, index: by, ...(cursor !== undefined && { cursor }) })
    hashes.push(...page.transactions.map(({ transaction }) => transaction.hash))
    for (const source of page.coverage.source.split(', ')) sources.add(source)
    coverages.push(page.coverage)
    if (page.nextCursor === null) return { hashes, sources: [...sources], coverages }
    cursor = page.nextCursor
  }
}

const expected = (address: string) => scanned.get(address)?.map((text) => text.split('.')[2])

it.each([7, 40, 1000])(
  'joins what the index holds with the blocks above and below it, %i to a page',
  async (limit) => {
    const { hashes, sources, coverages } = await readAll(plain, busiest, index, limit)
    expect(hashes).toEqual(expected(busiest))
    expect(sources).toEqual(expect.arrayContaining(['address index', 'eth_getBlockByNumber']))
    expect(coverages).toContainEqual(
      expect.objectContaining({
        complete: false,
        missing: ['internal transactions'],
        index: { fromBlock: indexedFrom, toBlock: indexedTo, isWholeChain: false },
      }),
    )
  },
  60_000,
)

it('asks the node for no blocks and no logs of what an index of the whole chain holds', async () => {
  const calls: string[] = []
  const stop = plain.on('call', ({ method }) => void calls.push(method))
  const { transactions, coverage } = await getHistory(plain, {
    address: second,
    index: whole,
    limit: 1,
    cursor: `${indexedTo}.0`,
  })
  stop()
  expect(transactions).toHaveLength(1)
  expect(coverage).toMatchObject({
    source: 'address index',
    index: { fromBlock: 0n, toBlock: indexedTo, isWholeChain: true },
  })
  expect(calls.filter((method) => method === 'eth_getLogs')).toEqual([])
  expect((await readAll(plain, second, whole, 50)).hashes).toEqual(expected(second))
}, 30_000)

it('leaves addresses it does not hold, and nodes that find internal transactions, to the node', async () => {
  const other = await getHistory(plain, { address: second, index, limit: 5 })
  expect(other.coverage).toMatchObject({ source: 'eth_getBlockByNumber' })
  expect(other.coverage.index).toBeUndefined()
  await using rich = createProviderPool({ chain: chains.ethereum, endpoints: [anvil.rpcUrl], cache: false })
  const { coverage } = await getHistory(rich, { address: busiest, index, limit: 5 })
  expect(coverage).toMatchObject({ source: 'ots_searchTransactionsBefore', complete: true, missing: [] })
}, 30_000)
