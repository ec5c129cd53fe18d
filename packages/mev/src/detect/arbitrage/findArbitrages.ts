import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import { computeNetProfit, computeSwapGas, computeWrapGas } from '../../cost.ts'
import { type Cycle, type CycleSearch, findCycles } from '../../search/findCycles.ts'
import { computeCycleSize } from '../../sizing/computeCycleSize.ts'
import { type Hop, toLegs } from '../../sizing/playSwap.ts'
import { type CurvedLeg, composeLegs, toCurvedLeg } from '../../sizing/virtualPair.ts'
import type { PoolView } from '../../view/poolView.ts'
import { createNativeRates, toNativeValue } from '../../view/valuation.ts'
import type { DetectContext } from '../context.ts'

/** Cycle with its best input and its profit in wei. */
export type SizedCycle = {
  readonly hops: readonly Hop[]
  readonly gain: number
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly netProfit: bigint
}

/** Maximum number of cycles per pending transaction, highest potential profit first. */
const maxSized = 24
/** Limits per touched pool, because a block touches hundreds of pools: sized cycles and searched tokens. */
const [sizedPerPool, tokensPerPool] = [2, 300]

/**
 * Finds cycles that are profitable after gas, best first. No two share a pool, because executing one changes the profit
 * of the other.
 */
export function findArbitrages(context: DetectContext, view: PoolView, touched: readonly Hex[]): readonly SizedCycle[] {
  const rateOf = createNativeRates(view, context.native)
  const { cycles } = findCycles(context.graph, touched, {
    pools: view.changed,
    ...toEffort(context, touched.length),
    leastRank: Number(context.minProfit),
    toRank: (legs) => computeBound(context, view, legs, rateOf),
  })
  return selectDisjoint(cycles, (cycle) => sizeCycle(context, view, cycle, rateOf))
}

/**
 * Returns the search limits. Four hops take 20 times as long, so they are searched once per block and not for each transaction.
 */
function toEffort({ subject, before }: DetectContext, pools: number): CycleSearch {
  // Cycles that the transaction does not improve are not backruns.
  if (subject !== null) return { maxHops: 3, limit: maxSized, since: before }
  return { maxHops: 4, limit: sizedPerPool * pools, budget: tokensPerPool * pools }
}

/**
 * Returns disjoint cycles, best first. Most cycles share a pool with a better one, so a cycle is sized only if none of its pools is
 * taken when its bound is the highest.
 *
 * @param cycles sorted by rank, which is an upper bound of the profit
 */
function selectDisjoint(cycles: readonly Cycle[], size: (cycle: Cycle) => SizedCycle | null): readonly SizedCycle[] {
  const taken = new Set<Hex>()
  const chosen: SizedCycle[] = []
  /** Best first. */
  const sized: SizedCycle[] = []
  const chooseAbove = (bound: number) => {
    while (Number(sized[0]?.netProfit ?? Number.NEGATIVE_INFINITY) >= bound) {
      const best = sized.shift() as SizedCycle
      if (best.hops.some(({ pool }) => taken.has(pool))) continue
      chosen.push(best)
      for (const { pool } of best.hops) taken.add(pool)
    }
  }
  for (const cycle of cycles) {
    chooseAbove(cycle.rank)
    const one = cycle.legs.some(({ pool }) => taken.has(pool.id)) ? null : size(cycle)
    if (one === null) continue
    sized.push(one)
    sized.sort((a, b) => Number(b.netProfit - a.netProfit))
  }
  chooseAbove(0)
  return chosen
}

/** Returns true if a cycle earns more than on another view, or if its profit there is unknown. */
export function leavesMoreThanOn(
  view: PoolView,
  { hops, gain, netProfit }: SizedCycle,
  context: DetectContext,
): boolean {
  const legs = toLegs(hops, view)?.map(toCurvedLeg)
  if (legs === undefined) return true
  const rateOf = createNativeRates(view, context.native)
  // The upper bound there is usually lower, so that the exact profit is not needed.
  if (computeBound(context, view, legs, rateOf) < Number(netProfit)) return true
  return netProfit > (sizeCycle(context, view, { legs, gain, rank: gain }, rateOf)?.netProfit ?? 0n)
}

/** Returns the value of a token's smallest unit in wei. 0 if unknown. */
type RateOf = (token: Address) => number

/** Lower bound of the estimate as a share of the true profit. The estimate covers one tick range only. */
const leastShare = 0.5
/** Error margin of estimates for pairs, which are exact apart from floating point and rounding of small amounts. */
const pairMargin = 0.01

/** Returns an upper bound of a cycle's profit in wei after gas. Infinity if a pool's curve is not constant-product. */
function computeBound(
  { native, taxes, cost }: DetectContext,
  view: PoolView,
  legs: readonly CurvedLeg[],
  rateOf: RateOf,
): number {
  const start = toValuedStart(legs, native, rateOf)
  const composed = composeLegs(legs, taxes, start)
  if (composed === null) return Number.POSITIVE_INFINITY
  const { a, c } = composed
  if (!(a > 1 && c > 0)) return 0
  const rate = rateOf(legs[start]?.tokenIn ?? native)
  if (rate === 0) return Number.POSITIVE_INFINITY
  // The profit of the best input for the curve `a * x / (1 + c * x)`.
  const most = ((Math.sqrt(a) - 1) ** 2 / c) * (legs.every(isPair) ? 1 + pairMargin : 1 / leastShare)
  const left = most * rate - Number(toGas(legs, view) * cost.gasPrice)
  return left * (1 - cost.builderBidBps / 10_000)
}

const isPair = ({ pool }: CurvedLeg) => pool.kind === 'pair'
const toKind = ({ kind }: PoolState) => kind

function toGas(legs: readonly CurvedLeg[], view: PoolView): bigint {
  const pools = legs.map(({ pool }) => pool)
  const used = pools.filter(({ id }) => view.changed.has(id))
  return computeSwapGas(pools.map(toKind), used.map(toKind)) + computeWrapGas(pools)
}

function sizeCycle(
  { native, taxes, cost, minProfit }: DetectContext,
  view: PoolView,
  { legs: found, gain }: Cycle,
  rateOf: RateOf,
): SizedCycle | null {
  const start = toValuedStart(found, native, rateOf)
  const hops = [...found.slice(start), ...found.slice(0, start)].map(({ pool, tokenIn, tokenOut }) => ({
    pool: pool.id,
    tokenIn,
    tokenOut,
  }))
  // Uses the view's pools, because the graph may be one block ahead.
  const legs = toLegs(hops, view)
  const size = legs && computeCycleSize(legs, { taxes })
  if (!size) return null
  const token = hops[0]?.tokenIn ?? native
  const gross = toNativeValue(view, native, token, size.amountOut - size.amountIn, taxes)
  if (gross === null) return null
  const netProfit = computeNetProfit(gross, toGas(found, view), cost)
  return netProfit > 0n && netProfit >= minProfit ? { hops, gain, ...size, netProfit } : null
}

/** Returns the leg at which to start a cycle: the one that sells the native token, or otherwise the first token with a price. */
function toValuedStart(legs: readonly CurvedLeg[], native: Address, rateOf: RateOf): number {
  const ofNative = legs.findIndex(({ tokenIn }) => tokenIn === native)
  return Math.max(0, ofNative >= 0 ? ofNative : legs.findIndex(({ tokenIn }) => rateOf(tokenIn) > 0))
}
