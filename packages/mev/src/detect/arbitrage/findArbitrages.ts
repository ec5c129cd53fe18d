import type { Address, Hex } from 'viem'
import { computeNetProfit, computeSwapGas, computeWrapGas } from '../../cost.ts'
import { type Cycle, type CycleSearch, findCycles } from '../../search/findCycles.ts'
import { computeCycleSize } from '../../sizing/computeCycleSize.ts'
import { type Hop, toLegs } from '../../sizing/playSwap.ts'
import { type CurvedLeg, composeLegs, computeOutput, computePeak, toCurvedLeg } from '../../sizing/virtualPair.ts'
import type { PoolView } from '../../view/poolView.ts'
import type { TokenTaxes } from '../../view/tokenTaxes.ts'
import { createNativeRates, toNativeValue } from '../../view/valuation.ts'
import type { DetectContext } from '../context.ts'

/** A cycle with its best input, and what it leaves in wei. */
export type SizedCycle = {
  readonly hops: readonly Hop[]
  readonly gain: number
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly netProfit: bigint
}

/** Cycles that are sized around a pending transaction, of those that gain most at the margin. */
const mostSized = 24
/** A block touches hundreds of pools: so many cycles are sized and edges looked at for each of them. */
const [sizedPerPool, edgesPerPool] = [2, 1_000]
/** The share of the true profit that an estimate may be: it is of the curve within one tick range. */
const nearEnough = 0.5
/** Of estimates of pairs, which are exact but for floating point and the price of small amounts. */
const rounding = 0.01

/**
 * Cycles through some pools of a view that pay after gas, best first, no two through the same pool: taking one changes what
 * the other would earn.
 */
export function findArbitrages(context: DetectContext, view: PoolView, touched: readonly Hex[]): readonly SizedCycle[] {
  const { cycles } = findCycles(context.graph, touched, { pools: view.changed, ...toEffort(context, touched.length) })
  const rateOf = createNativeRates(view, context.native)
  return selectDisjoint(
    context,
    view,
    cycles.flatMap((cycle) => toCandidate(context, view, cycle, rateOf) ?? []),
  )
}

/** Four hops take twenty times as long: they are looked for once a block, not for every pending transaction. */
function toEffort({ subject, before }: DetectContext, pools: number): CycleSearch {
  // What it makes no better is no backrun of it.
  if (subject !== null) return { maxHops: 3, limit: mostSized, since: before }
  return { maxHops: 4, limit: sizedPerPool * pools, budget: edgesPerPool * pools }
}

/** Wei that one smallest unit of a token is worth. */
type RateOf = (token: Address) => number

/** A cycle that may pay, not sized yet. */
type Candidate = Cycle & {
  readonly token: Address
  readonly gas: bigint
  /** Wei that it leaves at most. */
  readonly most: number
}

/** Best first. What shares a pool with a better one is not sized: mostly those are many, and sizing is what costs. */
function selectDisjoint(context: DetectContext, view: PoolView, candidates: readonly Candidate[]): SizedCycle[] {
  const waiting: (Candidate | SizedCycle)[] = [...candidates]
  const chosen: SizedCycle[] = []
  const taken = new Set<Hex>()
  while (waiting.length > 0) {
    const at = waiting.reduce((best, one, index) => (toMost(one) > toMost(waiting[best] ?? one) ? index : best), 0)
    const [next] = waiting.splice(at, 1)
    if (next === undefined || toPools(next).some((pool) => taken.has(pool))) continue
    const sized = 'legs' in next ? sizeCandidate(context, view, next) : next
    if (sized === null) continue
    if (next !== sized) waiting.push(sized)
    else {
      chosen.push(sized)
      for (const { pool } of sized.hops) taken.add(pool)
    }
  }
  return chosen
}

const toMost = (one: Candidate | SizedCycle) => ('legs' in one ? one.most : Number(one.netProfit))
const toPools = (one: Candidate | SizedCycle): readonly Hex[] =>
  'legs' in one ? one.legs.map(({ pool }) => pool.id) : one.hops.map(({ pool }) => pool)

/** The best size of a cycle on another view; null where it does not pay after gas, or where nobody knows its worth. */
export function sizeCycle(context: DetectContext, view: PoolView, { hops, gain }: SizedCycle): SizedCycle | null {
  const legs = toLegs(hops, view)?.map(toCurvedLeg)
  if (legs === undefined) return null
  const candidate = toCandidate(context, view, { legs, gain }, createNativeRates(view, context.native))
  return candidate && sizeCandidate(context, view, candidate)
}

/** Null where an estimate shows that it does not pay. */
function toCandidate(
  { native, taxes, cost, minProfit }: DetectContext,
  view: PoolView,
  cycle: Cycle,
  rateOf: RateOf,
): Candidate | null {
  const legs = toValuedStart(cycle.legs, native, rateOf)
  const token = legs[0]?.tokenIn
  if (token === undefined) return null
  const estimate = estimateProfit(legs, taxes, rateOf(token))
  if (estimate <= 0) return null
  const pools = legs.map(({ pool }) => pool)
  const kinds = pools.map(({ kind }) => kind)
  const used = pools.filter(({ id }) => view.changed.has(id)).map(({ kind }) => kind)
  const gas = computeSwapGas(kinds, used) + computeWrapGas(pools)
  const isExact = kinds.every((kind) => kind === 'pair')
  const left = (isExact ? 1 + rounding : 1 / nearEnough) * estimate - Number(gas * cost.gasPrice)
  const most = left * (1 - cost.builderBidBps / 10_000)
  return most < Number(minProfit) ? null : { legs, gain: cycle.gain, token, gas, most }
}

function sizeCandidate(
  { native, taxes, cost, minProfit }: DetectContext,
  view: PoolView,
  { legs: found, gain, token, gas }: Candidate,
): SizedCycle | null {
  const hops = found.map(({ pool, tokenIn, tokenOut }) => ({ pool: pool.id, tokenIn, tokenOut }))
  // Of the view: the graph may be a block ahead of it.
  const legs = toLegs(hops, view)
  if (legs === null) return null
  const size = computeCycleSize(legs, { taxes })
  if (size === null) return null
  const gross = toNativeValue(view, native, token, size.amountOut - size.amountIn, taxes)
  if (gross === null) return null
  const netProfit = computeNetProfit(gross, gas, cost)
  return netProfit > 0n && netProfit >= minProfit ? { hops, gain, ...size, netProfit } : null
}

/** Wei, in floating point; infinity where a pool's curve is not that of constant product. */
function estimateProfit(legs: readonly CurvedLeg[], taxes: TokenTaxes, rate: number): number {
  const composed = composeLegs(legs, taxes)
  if (composed === null) return Number.POSITIVE_INFINITY
  const peak = computePeak(composed)
  if (peak === 0) return 0
  return rate === 0 ? Number.POSITIVE_INFINITY : (computeOutput(composed, peak) - peak) * rate
}

/** The cycle from the native token, or else from the first token that has a price in it. */
function toValuedStart(legs: readonly CurvedLeg[], native: Address, rateOf: RateOf): readonly CurvedLeg[] {
  const ofNative = legs.findIndex(({ tokenIn }) => tokenIn === native)
  const start = ofNative >= 0 ? ofNative : legs.findIndex(({ tokenIn }) => rateOf(tokenIn) > 0)
  return start <= 0 ? legs : [...legs.slice(start), ...legs.slice(0, start)]
}
