import type { PoolState } from '@outrigger/defi/internal'
import { createUniform } from '@outrigger/devnet/random'
import { expect, it } from 'vitest'
import { computeNetProfit, computeSwapGas } from '../../cost.ts'
import { toPendingContext } from '../../detector/evaluate.ts'
import { toPendingSwap } from '../../detector/fixtures/standIns.ts'
import { toAddress, toTickPool } from '../../fixtures/pools.ts'
import { toAmount } from '../../fixtures/random.ts'
import { findCycles } from '../../search/findCycles.ts'
import { createMarket } from '../../search/fixtures/markets.ts'
import { createPoolGraph } from '../../search/poolGraph.ts'
import { computeCycleSize } from '../../sizing/computeCycleSize.ts'
import { toReserve } from '../../sizing/leg.ts'
import { toPoolSnapshot } from '../../view/poolSnapshot.ts'
import { toNativeRate, toNativeValue } from '../../view/valuation.ts'
import type { DetectContext, Terms } from '../context.ts'
import { findArbitrages } from './findArbitrages.ts'

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

/** Returns the highest profit of all cycles through the pools of a context, each sized exactly. */
function toBestProfit(context: DetectContext): bigint {
  const { graph, native: valuedIn, touched, before, after, cost } = context
  const search = { maxHops: 3, pools: after.changed, since: before, limit: 100_000 } as const
  const profits = findCycles(graph, touched, search).cycles.map(({ legs }) => {
    const ofNative = legs.findIndex(({ tokenIn }) => tokenIn === valuedIn)
    const valued = legs.findIndex(({ tokenIn }) => toNativeRate(after, valuedIn, tokenIn) > 0)
    const start = Math.max(0, ofNative >= 0 ? ofNative : valued)
    const cycle = [...legs.slice(start), ...legs.slice(0, start)]
    const size = computeCycleSize(cycle)
    const gross = size && toNativeValue(after, valuedIn, cycle[0]?.tokenIn ?? valuedIn, size.amountOut - size.amountIn)
    const kinds = legs.map(({ pool }) => pool.kind)
    const used = legs.filter(({ pool }) => after.changed.has(pool.id)).map(({ pool }) => pool.kind)
    return gross ? computeNetProfit(gross, computeSwapGas(kinds, used), cost) : 0n
  })
  return profits.sort((a, b) => Number(b - a))[0] ?? 0n
}

// Most tokens have a pool with the first token, few with the second.
it.each([native, toAddress(20)])('finds the most profitable cycle first, valued in %s', (valuedIn) => {
  let compared = 0
  for (let index = 0; index < 300; index++) {
    const context = toContext(index, { ...terms, native: valuedIn })
    if (context === null) continue
    const [first] = findArbitrages(context, context.after, context.touched)
    if (first === undefined) continue
    expect(first.netProfit).toBe(toBestProfit(context))
    compared += 1
  }
  expect(compared).toBeGreaterThan(50)
})

it('finds no two cycles through the same pool, best first', () => {
  let found = 0
  for (let index = 0; index < 300; index++) {
    const context = toContext(index)
    const cycles = context === null ? [] : findArbitrages(context, context.after, context.touched)
    const used = cycles.flatMap(({ hops }) => hops.map(({ pool }) => pool))
    expect(new Set(used).size).toBe(used.length)
    expect(cycles).toEqual(cycles.toSorted((a, b) => Number(b.netProfit - a.netProfit)))
    if (cycles.length > 1) found += 1
  }
  expect(found).toBeGreaterThan(10)
})
