import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import { computeNetProfit, computeSwapGas, computeWrapGas } from '../../cost.ts'
import { type Cycle, type CycleSearch, findCycles } from '../../search/findCycles.ts'
import { computeCycleSize } from '../../sizing/computeCycleSize.ts'
import { type Hop, toLegs } from '../../sizing/playSwap.ts'
import type { TokenTaxes } from '../../sizing/tokenTaxes.ts'
import { type CurvedLeg, composeLegs, toCurvedLeg } from '../../sizing/virtualPair.ts'
import type { PoolView } from '../../view/poolView.ts'
import { createNativeRates, toNativeValue } from '../../view/valuation.ts'
import type { DetectContext } from '../context.ts'
import { computeMost, createRank } from './rankCycles.ts'

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
/** Limits per touched pool, because a block touches hundreds of pools: sized cycles and searched edges. */
const [sizedPerPool, edgesPerPool] = [2, 1_000]
/**
 * Finds cycles that are profitable after gas, best first. No two share a pool, because executing one changes the profit
 * of the other.
 */
export function findArbitrages(context: DetectContext, view: PoolView, touched: readonly Hex[]): readonly SizedCycle[] {
  const { graph, native, cost, minProfit } = context
  const rateOf = createNativeRates(view, native)
  const { cycles } = findCycles(graph, touched, {
    pools: view.changed,
    ...toEffort(context, touched.length),
    leastRank: Number(minProfit),
    toRank: createRank(graph, { native, rateOf, gasPrice: cost.gasPrice }),
  })
  return selectDisjoint(context, view, { cycles, touched, rateOf })
}

/**
 * Returns the search limits. Four hops take 20 times as long, so they are searched once per block and not for each transaction.
 */
function toEffort({ subject, before }: DetectContext, pools: number): CycleSearch {
  // Cycles that the transaction does not improve are not backruns.
  if (subject !== null) return { maxHops: 3, limit: maxSized, since: before }
  return { maxHops: 4, limit: sizedPerPool * pools, budget: edgesPerPool * pools }
}

/** Returns the value of a token's smallest unit in wei. */
type RateOf = (token: Address) => number

/** Cycle that may be profitable, with its gas. */
type Candidate = Cycle & {
  readonly token: Address
  readonly gas: bigint
  /** Upper bound of the profit in wei. */
  readonly most: number
}

type Found = {
  /** Sorted by rank, highest first. The rank is an upper bound of the profit. */
  readonly cycles: readonly Cycle[]
  /** Every cycle uses at least one of these pools. */
  readonly touched: readonly Hex[]
  readonly rateOf: RateOf
}

/**
 * Returns disjoint cycles, best first. Most cycles share a pool with a better one, so only those with the highest bounds are
 * sized, because sizing is expensive.
 */
function selectDisjoint(
  context: DetectContext,
  view: PoolView,
  { cycles, touched, rateOf }: Found,
): readonly SizedCycle[] {
  const taken = new Set<Hex>()
  const isFree = (pool: Hex) => !taken.has(pool)
  const chosen: SizedCycle[] = []
  /** Cycles with a refined bound or profit, best last. */
  const refined: (Candidate | SizedCycle)[] = []
  const add = (one: Candidate | SizedCycle | null) => {
    if (one !== null) refined.splice(refined.findLastIndex((other) => toBound(other) <= toBound(one)) + 1, 0, one)
  }
  for (let index = 0; index < cycles.length || refined.length > 0; ) {
    const [cycle, best] = [cycles[index], refined.at(-1)]
    if (cycle !== undefined && (best === undefined || cycle.rank > toBound(best))) {
      index += 1
      if (cycle.legs.every(({ pool }) => isFree(pool.id))) add(toCandidate(context, view, cycle, rateOf))
      continue
    }
    refined.pop()
    if (best === undefined || !toPools(best).every(isFree)) continue
    if ('legs' in best) add(sizeCandidate(context, view, best))
    else {
      chosen.push(best)
      for (const pool of toPools(best)) taken.add(pool)
      if (!touched.some(isFree)) break
    }
  }
  return chosen
}

const toBound = (one: Candidate | SizedCycle) => ('legs' in one ? one.most : Number(one.netProfit))
const toPools = (one: Candidate | SizedCycle): readonly Hex[] =>
  'legs' in one ? one.legs.map(({ pool }) => pool.id) : one.hops.map(({ pool }) => pool)

/** Returns true if a cycle earns more than on another view, or if its profit there is unknown. */
export function leavesMoreThanOn(view: PoolView, cycle: SizedCycle, context: DetectContext): boolean {
  const { hops, gain, netProfit } = cycle
  const legs = toLegs(hops, view)?.map(toCurvedLeg)
  if (legs === undefined) return true
  const rateOf = createNativeRates(view, context.native)
  const other = toCandidate(context, view, { legs, gain, rank: Number.POSITIVE_INFINITY }, rateOf)
  // The upper bound there is usually lower, so that the exact profit is not needed.
  if (other === null || other.most < Number(netProfit)) return true
  return netProfit > (sizeCandidate(context, view, other)?.netProfit ?? 0n)
}

/** Returns an upper bound of a cycle's profit in wei before gas, or infinity if a pool's curve is not constant-product. */
function toMost(legs: readonly CurvedLeg[], taxes: TokenTaxes, start: number, rateOf: RateOf): number {
  const composed = composeLegs(legs, taxes, start)
  const token = legs[start]?.tokenIn
  if (composed === null || token === undefined) return Number.POSITIVE_INFINITY
  const isExact = legs.every(({ pool }) => pool.kind === 'pair')
  const most = computeMost(composed.a, composed.c, isExact)
  const rate = most === 0 ? 1 : rateOf(token)
  return rate === 0 ? Number.POSITIVE_INFINITY : most * rate
}

/** Returns null if the estimated profit is too low. */
function toCandidate(
  { native, taxes, cost, minProfit }: DetectContext,
  view: PoolView,
  { legs: found, gain, rank }: Cycle,
  rateOf: RateOf,
): Candidate | null {
  const start = toValuedStart(found, native, rateOf)
  const most = toMost(found, taxes, start, rateOf)
  if (most <= 0) return null
  const legs = start === 0 ? found : [...found.slice(start), ...found.slice(0, start)]
  const token = legs[0]?.tokenIn
  if (token === undefined) return null
  const pools = legs.map(({ pool }) => pool)
  const used = pools.filter(({ id }) => view.changed.has(id))
  const gas = computeSwapGas(pools.map(toKind), used.map(toKind)) + computeWrapGas(pools)
  const left = (most - Number(gas * cost.gasPrice)) * (1 - cost.builderBidBps / 10_000)
  return left < Number(minProfit) ? null : { legs, gain, rank, token, gas, most: left }
}

const toKind = ({ kind }: PoolState) => kind

function sizeCandidate(
  { native, taxes, cost, minProfit }: DetectContext,
  view: PoolView,
  { legs: found, gain, token, gas }: Candidate,
): SizedCycle | null {
  const hops = found.map(({ pool, tokenIn, tokenOut }) => ({ pool: pool.id, tokenIn, tokenOut }))
  // Uses the view's pools, because the graph may be one block ahead.
  const legs = toLegs(hops, view)
  if (legs === null) return null
  const size = computeCycleSize(legs, { taxes })
  if (size === null) return null
  const gross = toNativeValue(view, native, token, size.amountOut - size.amountIn, taxes)
  if (gross === null) return null
  const netProfit = computeNetProfit(gross, gas, cost)
  return netProfit > 0n && netProfit >= minProfit ? { hops, gain, ...size, netProfit } : null
}

/** Returns the leg at which to start a cycle: the one that sells the native token, or otherwise the first token with a price. */
function toValuedStart(legs: readonly CurvedLeg[], native: Address, rateOf: RateOf): number {
  const ofNative = legs.findIndex(({ tokenIn }) => tokenIn === native)
  return Math.max(0, ofNative >= 0 ? ofNative : legs.findIndex(({ tokenIn }) => rateOf(tokenIn) > 0))
}
