import { sleep } from '@outrigger/core'
import { addresses, type Devnet, pools, startDevnet } from '@outrigger/devnet'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toLower } from '../pool.ts'
import { createPoolBook } from './createPoolBook.ts'
import { connect, createPoolTrader, findDifferences, type PoolTrader, reach } from './fixtures/poolChain.ts'
import type { PoolBook, PoolBookUpdate } from './poolBookTypes.ts'

const { tokens } = addresses
const [weth, usdc] = [toLower(tokens.WETH.address), toLower(tokens.USDC.address)]
const ids = pools.map(({ address }) => toLower(address)).sort()
/** SushiSwap's pairs are placed on the devnet without logs of their factory. */
const logged = pools.filter(({ venue }) => venue !== 'sushiSwap')
let devnet: Devnet
let trader: PoolTrader
beforeAll(async () => {
  devnet = await startDevnet({ silent: true, blockTimeMs: 0 })
  trader = await createPoolTrader(devnet)
}, 120_000)
afterAll(() => devnet?.close())

const client = () => devnet.chains.ethereum.client
const head = () => client().getBlockNumber({ cacheTime: 0 })
const requestAll = (book: PoolBook) => {
  for (const { token0, token1 } of pools) book.request({ tokens: [token0.address, token1.address] })
}
const toIds = (states: Iterable<{ readonly id: string }>) => [...states].map(({ id }) => id).sort()

it('finds all pools, keeps requested ones, and reports why others have no state', async () => {
  await using pool = connect([devnet.chains.ethereum.rpcUrl])
  await using book = createPoolBook({ pool })
  await book.ready
  expect(book.status()).toMatchObject({ state: 'ready', progress: 1, known: logged.length, loaded: 0, reason: null })
  const id = toLower(logged[0]?.address ?? weth)
  expect(book.get(id)).toBeNull()
  expect(book.whyMissing(id)).toContain('Request it with `request`')
  expect(book.whyMissing(tokens.WETH.address)).toContain('No known factory')
  requestAll(book)
  // One block's allowance is not enough for all pools.
  while (book.status().waiting > 0 || book.snapshot().size < ids.length) {
    await client().mine({ blocks: 1 })
    await sleep(50)
  }
  expect(toIds(book.snapshot().values())).toEqual(ids)
  expect(await findDifferences(client(), { ...(book.block() as PoolBookUpdate), snapshot: book.snapshot() })).toEqual(
    [],
  )
  const ofPair = pools.filter(({ token0, token1 }) => [token0, token1].every(({ symbol }) => /WETH|USDC/.test(symbol)))
  expect(toIds(book.byTokens(tokens.USDC.address, weth))).toEqual(ofPair.map(({ address }) => toLower(address)).sort())
  expect(book.byToken(weth).length).toBe(
    pools.filter(({ token0, token1 }) => [token0, token1].includes(tokens.WETH)).length,
  )
  expect(book.snapshot().neighbours(weth)).toHaveLength(5)
  expect(book.whyMissing(id)).toBeNull()
}, 60_000)

it('finds the pools of two tokens at the factories if it does not search', async () => {
  await using pool = connect([devnet.chains.ethereum.rpcUrl])
  await using book = createPoolBook({ pool, searchHistory: false })
  book.request({ tokens: [weth, usdc] })
  await book.ready
  expect(
    book
      .byTokens(weth, usdc)
      .map(({ dex }) => dex)
      .sort(),
  ).toEqual([...['sushiswap', 'uniswap_v2', 'uniswap_v3', 'uniswap_v3']])
}, 60_000)

const sources = ['logs', 'receipts'] as const
it.each(sources)(
  'equals the contracts at every block, with at most three calls per block, from %s',
  async (logsFrom) => {
    await using proxy = await createFaultProxy({ target: devnet.chains.ethereum.rpcUrl })
    await using pool = connect([proxy.url])
    await using book = createPoolBook({ pool, proofInterval: 3n, logsFrom })
    requestAll(book)
    await book.ready
    const count = () => {
      const { eth_call = 0, eth_getLogs = 0, eth_getBlockReceipts = 0 } = proxy.stats.byMethod
      return { all: eth_call + eth_getLogs + eth_getBlockReceipts, logs: eth_getLogs }
    }
    await sleep(500)
    const [before, first] = [count(), await head()]
    const updates = new Map<bigint, PoolBookUpdate>()
    book.on('block', (update) => updates.set(update.number, update))
    const steps = [
      () => trader.swapPair(parseEther('3')),
      () => trader.swapTicks(parseEther('5'), 500),
      () => trader.swapTicks(parseEther('400'), 3_000),
      () => trader.swapPair(parseEther('1'), tokens.LINK.address),
      () => trader.mint(3_000, 193_200, 205_200, parseEther('20')),
      () => trader.mint(500, 100_000, 300_000, parseEther('2')),
      () => trader.swapTicks((1_000_000n * 10n ** 6n) / 100n, 3_000, tokens.USDC.address, tokens.WETH.address),
    ]
    for (const step of steps) {
      await step()
      await reach(book, await head())
    }
    const blocks = Number((await head()) - first)
    expect(updates.size).toBe(blocks)
    expect(count().all - before.all).toBeLessThanOrEqual(3 * blocks)
    expect(count().logs - before.logs).toBe(logsFrom === 'logs' ? blocks : 0)
    for (const update of updates.values())
      expect(await findDifferences(client(), update), String(update.number)).toEqual([])
    expect(book.status().proof).toMatchObject({ repaired: 0 })
    expect(book.status().proof.compared).toBeGreaterThan(10)
  },
  60_000,
)
