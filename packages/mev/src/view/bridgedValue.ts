import { getOrCreate } from '@outrigger/core/internal'
import { quotePool } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import type { Leg } from '../sizing/leg.ts'
import { type CurvedLeg, toCurvedLeg } from '../sizing/virtualPair.ts'
import type { PoolSnapshot } from './poolSnapshot.ts'
import { toBase } from './poolView.ts'

/** A way through two pools. */
type Route = readonly [CurvedLeg, CurvedLeg]

/** Estimates of less are not used: what pools round off would count. */
const leastEstimated = 1e7
/** Routes whose estimates differ by no more than that are all computed exactly. */
const tolerance = 1e-6

/**
 * What an amount of a token brings of another through the best two pools; null where none takes it. There are up to two dozen
 * such ways, and several are asked for with each pending swap: pairs are ranked in floating point, and only the best of them
 * is computed exactly.
 */
export function quoteBridged(pools: PoolSnapshot, token: Address, target: Address, amount: bigint): bigint | null {
  const { base, changed } = toBase(pools)
  const routes = toRoutes(base, token, target)
  const x = Number(amount)
  const estimate = (route: Route): number =>
    changed.size > 0 && route.some(({ pool }) => changed.has(pool.id)) ? Number.NaN : estimateOutput(route, x)
  let most = 0
  for (const route of routes) if (estimate(route) > most) most = estimate(route)
  // Also those without an estimate, which are not less than anything.
  const chosen = routes.filter((route) => !(estimate(route) < most * (1 - tolerance)))
  // The best may be more than its pool can hold.
  return quoteBest(pools, chosen, amount) ?? quoteBest(pools, routes, amount)
}

function quoteBest(pools: PoolSnapshot, routes: readonly Route[], amount: bigint): bigint | null {
  let best: bigint | null = null
  for (const [first, last] of routes) {
    const middle = quotePresent(pools, first, amount)
    if (middle !== null && middle > 0n) best = toLarger(best, quotePresent(pools, last, middle))
  }
  return best
}

/** Of the pool as it is in a view: a route has it as it was in the snapshot. */
function quotePresent(pools: PoolSnapshot, { pool, tokenIn, tokenOut }: Leg, amount: bigint): bigint | null {
  return quotePool(pools.get(pool.id) ?? pool, tokenIn, tokenOut, amount)
}

export function toLarger(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || (b !== null && b > a) ? b : a
}

/** `out(x) = factor * x / (1 + slope * x)`, twice; NaN where that says too little. */
function estimateOutput([first, last]: Route, x: number): number {
  // The curve of other kinds holds near the price only.
  if (first.pool.kind !== 'pair' || last.pool.kind !== 'pair') return Number.NaN
  const middle = (first.factor * x) / (1 + first.slope * x)
  const out = (last.factor * middle) / (1 + last.slope * middle)
  return middle >= leastEstimated && out >= leastEstimated ? out : Number.NaN
}

type RoutesTo = Map<Address, Map<Address, readonly Route[]>>

/** By target and token, for as long as the snapshot is there. */
const known = new WeakMap<PoolSnapshot, RoutesTo>()

function toRoutes(pools: PoolSnapshot, token: Address, target: Address): readonly Route[] {
  const routesTo = getOrCreate(known, pools, (): RoutesTo => new Map())
  const before = routesTo.get(target)?.get(token)
  if (before !== undefined) return before
  const routes = pools
    .bridges(token, target)
    .flatMap((first) =>
      first.tokens
        .filter((bridge) => bridge !== token && bridge !== target)
        .flatMap((bridge) =>
          pools
            .byTokens(bridge, target)
            .map(
              (last): Route => [
                toCurvedLeg({ pool: first, tokenIn: token, tokenOut: bridge }),
                toCurvedLeg({ pool: last, tokenIn: bridge, tokenOut: target }),
              ],
            ),
        ),
    )
  // Pending transactions may name any number of tokens that no pool has.
  if (routes.length > 0) getOrCreate(routesTo, target, () => new Map()).set(token, routes)
  return routes
}
