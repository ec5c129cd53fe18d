import { createDecoder, protocols } from '@outrigger/calldata'
import { sleep } from '@outrigger/core'
import { createFaultProxy } from '@outrigger/devnet/faults'
import { createPublicClient, http, type PublicClient } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { swapPoolOut } from '../poolKinds.ts'
import { createPoolBook } from './createPoolBook.ts'
import { type BalanceChain, createBalanceChain } from './fixtures/balanceChain.ts'
import { findDifferences } from './fixtures/poolChain.ts'
import type { PoolBook } from './poolBookTypes.ts'

let chain: BalanceChain
let client: PublicClient
const unit = 10n ** 18n
beforeAll(async () => {
  chain = await createBalanceChain()
  client = createPublicClient({ transport: http(chain.anvil.rpcUrl) })
}, 120_000)
afterAll(() => chain?.close())

/** Factory lists and pool states share a block's allowance. Mines another block while reads are open. */
async function settle(book: PoolBook, count: number): Promise<void> {
  for (let blocks = 0; blocks < 8; blocks++) {
    const head = await chain.head()
    const isRead = () => book.block()?.number === head && book.status().waiting === 0 && book.snapshot().size === count
    for (const deadlineMs = Date.now() + 400; !isRead() && Date.now() < deadlineMs; ) await sleep(5)
    if (isRead()) return
    await chain.mine()
  }
}

async function expectExact(book: PoolBook, ids: readonly string[]): Promise<void> {
  await settle(book, ids.length)
  const block = book.block()
  expect([...book.snapshot().values()].map(({ id }) => id).sort()).toEqual([...ids].sort())
  if (block) expect(await findDifferences(client, { ...block, snapshot: book.snapshot() })).toEqual([])
}

it('lists the pools of Curve’s factories and Balancer’s Vault, and keeps them exact with at most three calls per block', async () => {
  const [a, b] = chain.tokens
  const stable = await chain.createStableswap([0, 1])
  const weighted = await chain.createWeighted([0, 1])
  const stray = await chain.createStray()
  await using proxy = await createFaultProxy({ target: chain.anvil.rpcUrl })
  await using pool = chain.connect([proxy.url])
  await using book = createPoolBook({ pool, dexes: [], contracts: chain.contracts, proofInterval: 2n })
  book.request({ tokens: [a, b] })
  book.request({ id: stray })
  await book.ready
  await expectExact(book, [stable, weighted])
  expect(book.get(stable)).toMatchObject({ kind: 'stableswap', dex: 'curve', tokens: [a, b], amplification: 20_000n })
  expect(book.get(weighted)).toMatchObject({
    kind: 'weighted',
    dex: 'balancer_v2',
    version: 2,
    hasPowerShortcuts: false,
  })
  expect(book.whyMissing(stray)).toContain('No known factory')

  const count = () => (proxy.stats.byMethod['eth_call'] ?? 0) + (proxy.stats.byMethod['eth_getLogs'] ?? 0)
  const [calls, first] = [count(), await chain.head()]
  const steps = [
    () => chain.ofStableswap(stable, 'exchange', [0n, 1n, 1_000n * unit, 0n]),
    () => chain.swapWeighted(weighted, a, b, 5_000n * unit),
    () => chain.ofStableswap(stable, 'exchange', [1n, 0n, 70_000n * unit + 7n, 0n]),
    () => chain.ofStableswap(stable, 'add_liquidity', [[5n * unit, 9n], 0n]),
    // This event does not report the new balances.
    () => chain.ofStableswap(stable, 'remove_liquidity_one_coin', [123n * unit, 0n, 0n]),
    () => chain.joinWeighted(weighted, [a, b], [unit, 3n * unit]),
    () => chain.setWeightedFee(weighted, 10n ** 16n),
    () => chain.swapWeighted(weighted, b, a, 77n * unit + 1n),
  ]
  for (const step of steps) {
    await step()
    await expectExact(book, [stable, weighted])
  }
  expect(book.status().proof.compared).toBeGreaterThan(2)
  expect(book.status().proof.repaired).toBe(0)
  expect(count() - calls).toBeLessThanOrEqual(3 * Number((await chain.head()) - first))
}, 60_000)

it('computes the same input for an exact output as Balancer’s Vault, up to 30 % of a weighted pool’s balance', async () => {
  const [a, b] = chain.tokens
  const weighted = await chain.createWeighted([0, 1])
  const stable = await chain.createStable([0, 1])
  await using pool = chain.connect()
  await using book = createPoolBook({ pool, dexes: [], contracts: chain.contracts })
  for (const id of [weighted, stable]) book.request({ id })
  await book.ready
  await expectExact(book, [weighted, stable])
  const amounts = { [weighted]: 10n ** 24n, [stable]: 10n ** 9n }
  for (const [id, amount] of Object.entries(amounts) as [typeof weighted, bigint][])
    for (const [tokenIn, tokenOut] of [[a, b] as const, [b, a] as const])
      for (const share of [1n, 100n, 250n, 299n, 301n, 450n]) {
        const state = book.get(id)
        const taken = state && swapPoolOut(state, tokenIn, tokenOut, (amount * share) / 1000n)
        const expected = await chain.quoteOut(id, tokenIn, tokenOut, (amount * share) / 1000n)
        expect([id, tokenIn, share, taken?.amountIn ?? null]).toEqual([id, tokenIn, share, expected])
      }
  // 30 % of the first token's balance. The pool has half as much of the second token.
  expect(await chain.quoteOut(weighted, b, a, 10n ** 24n)).toBeNull()
}, 60_000)

it('ramps an amplification with time, and reads external rates at every block', async () => {
  const stable = await chain.createStableswap([0, 2])
  const rated = await chain.createStableswap([1, 2], [0, 1])
  await using pool = chain.connect()
  await using book = createPoolBook({ pool, dexes: [], contracts: chain.contracts })
  for (const id of [stable, rated]) book.request({ id })
  await book.ready
  await expectExact(book, [stable, rated])
  expect(book.get(rated)).toMatchObject({ hasMovingRates: true, rates: [unit, unit] })
  const end = BigInt(Math.floor(Date.now() / 1_000)) + 10_000n
  await chain.ofStableswap(stable, 'ramp_A', [400n, end])
  await chain.ofStableswap(rated, 'setRate', [(unit * 11n) / 10n])
  await expectExact(book, [stable, rated])
  expect(book.get(rated)).toMatchObject({ rates: [unit, (unit * 11n) / 10n] })
  const amplifications = new Set<bigint>()
  for (let step = 0; step < 4; step += 1) {
    await chain.ask('evm_increaseTime', 1_000)
    // A swap in the same pool uses the amplification of its own block.
    if (step === 2) await chain.ofStableswap(stable, 'exchange', [0n, 1n, 90_000n * unit, 0n])
    else await chain.ofStableswap(rated, 'setRate', [(unit * BigInt(12 + step)) / 10n])
    await expectExact(book, [stable, rated])
    const state = book.get(stable)
    if (state?.kind === 'stableswap') amplifications.add(state.amplification)
  }
  expect(amplifications.size).toBe(4)
  await chain.ask('evm_increaseTime', 20_000)
  await chain.mine()
  await expectExact(book, [stable, rated])
  expect(book.get(stable)).toMatchObject({ amplification: 40_000n, ramp: null })
}, 60_000)

it('finds a later pool, stays exact through reorgs, and forgets a pool that left the chain', async () => {
  await using pool = chain.connect()
  await using book = createPoolBook({ pool, dexes: [], contracts: chain.contracts })
  await book.ready
  const { known } = book.status()
  const stable = await chain.createStableswap([0, 1])
  const weighted = await chain.createWeighted([1, 2])
  await chain.ofStableswap(stable, 'exchange', [0n, 1n, unit, 0n])
  for (const id of [stable, weighted]) book.request({ id })
  await chain.mine()
  await expectExact(book, [stable, weighted])
  expect(book.status().known).toBe(known + 2)
  await chain.ofStableswap(stable, 'exchange', [0n, 1n, 900n * unit, 0n])
  await chain.swapWeighted(weighted, chain.tokens[1], chain.tokens[2], 5n * unit)
  await expectExact(book, [stable, weighted])
  const before = book.get(stable)
  await chain.reorg(2)
  await chain.mine()
  await expectExact(book, [stable, weighted])
  expect(book.get(stable)).not.toEqual(before)
  // Reverts to before both changes.
  await chain.reorg(Number((await chain.head()) - 1n) > 14 ? 14 : 5)
  await chain.mine(2)
  await expectExact(book, [])
  expect(book.whyMissing(stable)).not.toBeNull()
}, 60_000)

it('queries Curve’s factories about a requested pool if their lists are not read', async () => {
  const [made, other] = [await chain.createStableswap([0, 2]), await chain.createStableswap([1, 2])]
  const stray = await chain.createStray()
  await using pool = chain.connect()
  await using book = createPoolBook({ pool, dexes: [], contracts: chain.contracts, searchHistory: false })
  await book.ready
  for (const id of [made, stray]) book.request({ id })
  await expectExact(book, [made])
  expect(book.get(other)).toBeNull()
}, 60_000)

it('queries Balancer’s factories about a pool named in calldata, and trusts no other contract', async () => {
  const weighted = await chain.createWeighted([0, 1])
  const stable = await chain.createStable([1, 2])
  const strange = await chain.createWeighted([0, 2], 10n ** 24n, await chain.createStrangeFactory())
  await using pool = chain.connect()
  await using book = createPoolBook({ pool, dexes: [], contracts: chain.contracts, searchHistory: false })
  await book.ready
  expect(book.get(weighted)).toBeNull()
  const [a, b, c] = chain.tokens
  const input = await chain.toBatchSwap([weighted, stable, strange], [a, b, c, a], unit)
  const { actions } = createDecoder({ chain: 'ethereum', protocols }).decode({
    from: a,
    to: chain.vault,
    value: 0n,
    input,
  })
  const named = actions.flatMap((action) => (action.kind === 'swap' ? action.pools : []))
  expect(named).toEqual([weighted, stable, strange])
  for (const id of named) book.request({ id })
  await expectExact(book, [weighted, stable])
  expect(book.get(weighted)).toMatchObject({ kind: 'weighted', dex: 'balancer_v2', address: chain.vault, version: 2 })
  expect(book.get(stable)).toMatchObject({ kind: 'balancerStable', amplification: 100_000n })
  expect(book.whyMissing(strange)).toContain('No known factory')
  // From here on its logs keep it up to date.
  const before = book.get(weighted)
  await chain.swapWeighted(weighted, a, b, 5_000n * unit)
  await expectExact(book, [weighted, stable])
  expect(book.get(weighted)).not.toEqual(before)
}, 60_000)
