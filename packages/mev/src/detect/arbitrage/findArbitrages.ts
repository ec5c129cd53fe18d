import type { Address, Hex } from 'viem'
import { computeNetProfit, computeSwapGas, computeWrapGas } from '../../cost.ts'
import { type Cycle, findCycles, rotateCycle } from '../../search/findCycles.ts'
import { computeCycleSize } from '../../sizing/computeCycleSize.ts'
import type { Leg } from '../../sizing/leg.ts'
import { type Hop, toLegs } from '../../sizing/playSwap.ts'
import { composeLegs, computeOutput, computePeak } from '../../sizing/virtualPair.ts'
import type { PoolView } from '../../view/poolView.ts'
import { toNativeRate, toNativeValue } from '../../view/valuation.ts'
import type { DetectContext } from '../context.ts'

/** A cycle with its best input, and what it leaves in wei. */
export type SizedCycle = {
  readonly hops: readonly Hop[]
  readonly gain: number
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly netProfit: bigint
}

/** Cycles that are sized, of those that gain most at the margin. */
const mostSized = 24
/** Of a cycle's gas, the estimate that is still looked at exactly: the estimate is of the curve within one tick range. */
const nearEnough = 0.5

/**
 * Cycles through some pools of a view that pay after gas, best first, no two through the same pool: taking one changes what
 * the other would earn.
 */
export function findArbitrages(context: DetectContext, view: PoolView, touched: readonly Hex[]): readonly SizedCycle[] {
  // Four hops take twenty times as long: they are looked for once a block, not for every pending transaction.
  const maxHops = context.subject === null ? 4 : 3
  const { cycles } = findCycles(context.graph, touched, { pools: view.changed, maxHops, limit: mostSized })
  const sized = cycles.flatMap((cycle) => sizeCycle(context, view, cycle) ?? [])
  sized.sort((a, b) => (a.netProfit < b.netProfit ? 1 : -1))
  const taken = new Set<Hex>()
  return sized.filter(({ hops }) => {
    if (hops.some(({ pool }) => taken.has(pool))) return false
    for (const { pool } of hops) taken.add(pool)
    return true
  })
}

/** The best size of a cycle on a view; null where it does not pay after gas, or where nobody tells its worth. */
export function sizeCycle(context: DetectContext, view: PoolView, { hops, gain }: Cycle): SizedCycle | null {
  const { native, taxes, cost, minProfit } = context
  const rotated = toValuedStart(view, native, hops)
  const legs = rotated && toLegs(rotated, view)
  const token = rotated?.[0]?.tokenIn
  if (!legs || token === undefined) return null
  const used = legs.filter(({ pool }) => view.changed.has(pool.id)).length
  const pools = legs.map(({ pool }) => pool)
  const kinds = pools.map(({ kind }) => kind)
  const gas = computeSwapGas(kinds, used) + computeWrapGas(pools)
  const least = Number(gas * cost.gasPrice + minProfit)
  if (estimateProfit(context, view, legs, token) < least * nearEnough) return null
  const size = computeCycleSize(legs, { taxes })
  if (size === null) return null
  const gross = toNativeValue(view, native, token, size.amountOut - size.amountIn, taxes)
  if (gross === null) return null
  const netProfit = computeNetProfit(gross, gas, cost)
  return netProfit > 0n && netProfit >= minProfit ? { hops: rotated ?? hops, gain, ...size, netProfit } : null
}

/** Wei, in floating point; infinity where a pool's curve is not that of constant product. */
function estimateProfit({ taxes, native }: DetectContext, view: PoolView, legs: readonly Leg[], token: Address) {
  const composed = composeLegs(legs, taxes)
  if (composed === null) return Number.POSITIVE_INFINITY
  const peak = computePeak(composed)
  if (peak === 0) return 0
  const rate = toNativeRate(view, native, token)
  return rate === 0 ? Number.POSITIVE_INFINITY : (computeOutput(composed, peak) - peak) * rate
}

/** The cycle from the native token, or else from the first token that has a price in it. */
function toValuedStart(view: PoolView, native: Address, hops: readonly Hop[]): readonly Hop[] | null {
  const fromNative = rotateCycle(hops, native)
  if (fromNative !== null) return fromNative
  const valued = hops.find(({ tokenIn }) => toNativeRate(view, native, tokenIn) > 0)
  return valued ? rotateCycle(hops, valued.tokenIn) : hops
}
