import type { PoolState } from '@outrigger/defi/internal'
import { createUniform } from '@outrigger/devnet/random'
import { expect, it } from 'vitest'
import { boundCycles } from '../detect/arbitrage/boundCycles.ts'
import { findArbitrages } from '../detect/arbitrage/findArbitrages.ts'
import { createRank } from '../detect/arbitrage/rankCycles.ts'
import type { Terms } from '../detect/context.ts'
import { toAddress, toTickPool } from '../fixtures/pools.ts'
import { toAmount } from '../fixtures/random.ts'
import { findCycles } from '../search/findCycles.ts'
import { createMarket } from '../search/fixtures/markets.ts'
import { createPoolGraph } from '../search/poolGraph.ts'
import { toPoolSnapshot } from '../view/poolSnapshot.ts'
import { createNativeRates } from '../view/valuation.ts'
import { detectAdmitted, toBest, toPendingContext } from './evaluate.ts'
import { toPendingSwap } from './fixtures/standIns.ts'
import { toReserve } from './toReserve.ts'

const native = toAddress(1)
const random = createUniform(9)
const pairs = createMarket(4, { pools: 160, tokens: 24, spread: 0.02 })
const ticks = Array.from({ length: 12 }, (_, index) => {
  const [a, b] = [1 + (index % 4), 5 + index]
  return toTickPool(1_000 + index, [toAddress(a), toAddress(b)], 1, random)
})
const pools = [...pairs, ...ticks]
const snapshot = toPoolSnapshot(pools, 1n)
const terms: Terms = {
  native,
  graph: createPoolGraph(pools),
  minProfit: 10n ** 12n,
  nextBaseFeePerGas: 1n,
  taxes: new Map(),
  isKnownToken: () => true,
  isKnownPool: () => true,
  cost: { gasPrice: 10n ** 7n, builderBidBps: 0 },
}

/** Creates the context of a swap through one or two pairs. The amount is 1/1,000 to 1/3 of the first pair's reserve. */
function toContext(index: number, own = terms) {
  const pool = pairs[Math.floor(random() * pairs.length)] as PoolState
  const path = [...(random() < 0.5 ? pool.tokens : pool.tokens.toReversed())]
  const next = snapshot.byToken(path[1] ?? native).find(({ tokens }) => !tokens.includes(path[0] ?? native))
  if (random() < 0.3 && next !== undefined) path.push(next.tokens[next.tokens[0] === path[1] ? 1 : 0] ?? native)
  const holds = Number(toReserve(pool, path[0] ?? native))
  const amountIn = toAmount(random, holds / 1e3, holds / 3)
  const entry = toPendingSwap({ from: toAddress(0x5000 + index), path, amountIn, amountOut: 0n })
  const [exact] = toPendingContext(entry, [], snapshot, own).subject?.applied.swaps ?? []
  if (exact === undefined) return null
  // Half of the swaps have a tight slippage limit.
  const share = random() < 0.5 ? 0n : 990n + BigInt(Math.floor(random() * 11))
  const amountOut = (exact.played.amountOut * share) / 1_000n
  const limited = toPendingSwap({ from: toAddress(0x5000 + index), path, amountIn, amountOut })
  return toPendingContext(limited, [], snapshot, own)
}

it('finds the same best with what it needs and with everything', () => {
  const best: Record<string, number> = {}
  let bounded = 0
  for (let index = 0; index < 600; index++) {
    const context = toContext(index)
    if (context === null) continue
    const all = detectAdmitted(context, 'all', (findings) => findings)
    const some = detectAdmitted(context, 'best', (findings) => findings)
    const [expected, found] = [toBest(all.findings), toBest(some.findings)]
    expect(found).toEqual(expected)
    if (some.isComplete) expect(some).toEqual(all)
    if (some.findings.length < all.findings.length) bounded += 1
    if (found !== null) best[found.type] = (best[found.type] ?? 0) + 1
  }
  expect(bounded).toBeGreaterThan(50)
  expect(best['sandwich']).toBeGreaterThan(50)
  expect(best['backrun']).toBeGreaterThan(50)
})

// Most tokens have a pool with the first token, few with the second.
it.each([native, toAddress(20)])('bounds what cycles through a pool leave, in %s', (valuedIn) => {
  let [compared, bridged] = [0, 0]
  for (let index = 0; index < 600; index++) {
    const context = toContext(index, { ...terms, native: valuedIn })
    const [id] = context?.touched ?? []
    if (context === null || id === undefined || context.touched.length > 1) continue
    const { graph, touched, before, after, cost } = context
    const rateOf = createNativeRates(after, valuedIn)
    const { cycles } = findCycles(graph, touched, {
      maxHops: 3,
      pools: after.changed,
      since: before,
      toRank: createRank(graph, { native: valuedIn, rateOf, gasPrice: cost.gasPrice }),
    })
    const most = boundCycles(graph, after.get(id) as PoolState, before.get(id) as PoolState, rateOf)
    // A cycle has no finite rank if its tokens have no pool with the native token.
    for (const { rank } of cycles) if (rank < Number.POSITIVE_INFINITY) expect(rank).toBeLessThanOrEqual(most)
    const found = findArbitrages(context, after, touched)
    for (const { netProfit } of found) expect(Number(netProfit)).toBeLessThanOrEqual(most)
    if (cycles.length === 0 || most === Number.POSITIVE_INFINITY) continue
    compared += 1
    const pool = pools.find((one) => one.id === id)
    if (found.length > 0 && pool?.tokens.every((token) => rateOf(token) === 0)) bridged += 1
  }
  expect(compared).toBeGreaterThan(100)
  if (valuedIn !== native) expect(bridged).toBeGreaterThan(20)
})
