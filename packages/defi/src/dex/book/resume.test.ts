import { createMemoryStore, type ProviderPool, sleep } from '@outrigger/core'
import { createFaultProxy } from '@outrigger/devnet/faults'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toLower } from '../pool.ts'
import { createPoolBook } from './createPoolBook.ts'
import { createPairChain, type PairChain, toToken } from './fixtures/pairChain.ts'
import { reach } from './fixtures/poolChain.ts'

const count = 12
let chain: PairChain
const pairs: Address[] = []
beforeAll(async () => {
  chain = await createPairChain()
  for (let index = 0; index < count; index += 1) pairs.push(toLower(await chain.createPair(index)))
  await chain.mine(200)
}, 60_000)
afterAll(() => chain?.close())

const reserve = (book: { get(id: Address): object | null }, index: number) => book.get(pairs[index] as Address)

it('keeps the same pools after a restart, with current states, and searches no block twice', async () => {
  const store = createMemoryStore()
  await using proxy = await createFaultProxy({ target: chain.anvil.rpcUrl })
  await using pool = chain.connect([proxy.url])
  {
    await using book = createPoolBook({ pool, store })
    for (const index of [0, 3]) book.request({ tokens: [toToken(2 * index + 1), toToken(2 * index)] })
    await book.ready
    await chain.fill(pairs[7] as Address, toToken(14), 5n)
    await reach(book, await chain.head())
    expect(book.status()).toMatchObject({ known: count, loaded: 3 })
    expect(reserve(book, 7)).toMatchObject({ reserve0: 1_012n, reserve1: 0n })
  }
  await chain.fill(pairs[3] as Address, toToken(6), 9n)
  const before = proxy.stats.byMethod['eth_getLogs'] ?? 0
  await using again = createPoolBook({ pool, store })
  await again.ready
  expect(again.status()).toMatchObject({ known: count, loaded: 3, waiting: 0 })
  expect(reserve(again, 3)).toMatchObject({ reserve0: 1_012n })
  expect(reserve(again, 7)).toMatchObject({ reserve0: 1_012n })
  // One request per factory and Vault, for blocks that a reorg may still replace.
  expect((proxy.stats.byMethod['eth_getLogs'] ?? 0) - before).toBeLessThanOrEqual(9)
}, 30_000)

it('evicts pools touched longest ago before requested ones, and counts them', async () => {
  await using pool = chain.connect()
  await using book = createPoolBook({ pool, maxPools: 4, maxKnown: 6 })
  for (const index of [0, 1]) book.request({ tokens: [toToken(2 * index), toToken(2 * index + 1)] })
  await book.ready
  for (let index = 6; index < count; index += 1) await chain.fill(pairs[index] as Address, toToken(2 * index), 1n)
  await reach(book, await chain.head())
  const { known, loaded, evicted } = book.status()
  expect({ known, loaded }).toEqual({ known: 6, loaded: 4 })
  expect(evicted.names).toBeGreaterThanOrEqual(count - 6)
  expect(evicted.states).toBeGreaterThan(0)
  expect([0, 1].map((index) => reserve(book, index))).toMatchObject([{ reserve0: 1_000n }, { reserve0: 1_001n }])
}, 30_000)

it('repairs a state that differs from its contract, and counts it', async () => {
  await using pool = chain.connect()
  await using book = createPoolBook({ pool, proofInterval: 1n })
  book.request({ tokens: [toToken(4), toToken(5)] })
  await book.ready
  // The reserves share one storage slot. Changing it emits no log.
  const slot = (await chain.ask('eth_getStorageAt', pairs[2], '0x8', 'latest')) as string
  const reserves = BigInt(slot) + 1n
  await chain.ask('anvil_setStorageAt', pairs[2], '0x8', `0x${reserves.toString(16).padStart(64, '0')}`)
  for (let block = 0; block < 4; block += 1) {
    await chain.mine()
    await reach(book, await chain.head())
  }
  expect(reserve(book, 2)).toMatchObject({ reserve0: 1_003n })
  await expect.poll(() => book.status().proof.repaired).toBe(1)
}, 30_000)

it('reads all pools again and searches after a gap of blocks', async () => {
  await using pool = chain.connect()
  let isDeaf = false
  const deaf: ProviderPool = {
    ...pool,
    watchHeads: (onHead, options) => pool.watchHeads((head) => (isDeaf ? undefined : onHead(head)), options),
  }
  await using book = createPoolBook({ pool: deaf })
  book.request({ tokens: [toToken(10), toToken(11)] })
  await book.ready
  const { known } = book.status()
  isDeaf = true
  await chain.fill(pairs[5] as Address, toToken(10), 77n)
  const made = toLower(await chain.createPair(count))
  await sleep(300)
  isDeaf = false
  await chain.mine()
  await reach(book, await chain.head())
  expect(reserve(book, 5)).toMatchObject({ reserve0: 1_082n })
  await expect.poll(() => book.status()).toMatchObject({ state: 'ready', known: known + 1 })
  book.request({ id: made })
  await chain.mine()
  await reach(book, await chain.head())
  expect(book.get(made)).toMatchObject({ reserve0: BigInt(1_000 + count) })
}, 30_000)
