import { type PoolState, quotePool } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import type { PoolSnapshot } from './poolSnapshot.ts'

/** Route through two pools with an estimated output. NaN if no estimate is available. */
type Route = {
  readonly first: PoolState
  readonly bridge: Address
  readonly last: PoolState
  readonly estimate: number
}

/** Minimum estimate. The pools' rounding would distort smaller ones. */
const minEstimate = 1e7
/** Routes whose estimates differ by no more than this share are all computed exactly. */
const tolerance = 1e-6
const million = 1_000_000

/**
 * Returns the output of an amount through the best route of two pools, or null without a route. Up to two dozen routes
 * exist, and each pending swap needs several quotes. Pairs are therefore ranked in floating point, and only the best routes
 * are computed exactly.
 */
export function quoteBridged(pools: PoolSnapshot, token: Address, target: Address, amount: bigint): bigint | null {
  const quote = (routes: readonly Route[]) => quoteBest(routes, token, target, amount)
  // Falls back to all routes if the amount exceeds the capacity of the best one.
  return quote(findRoutes(pools, token, target, Number(amount))) ?? quote(findRoutes(pools, token, target, Number.NaN))
}

/** Returns the routes that may be the best for an amount. Returns all routes if the amount is NaN. */
function findRoutes(pools: PoolSnapshot, token: Address, target: Address, amount: number): readonly Route[] {
  const routes: Route[] = []
  let least = 0
  for (const first of pools.bridges(token, target))
    for (const bridge of first.tokens) {
      if (bridge === token || bridge === target) continue
      const middle = estimateOutput(first, token, amount)
      for (const last of pools.byTokens(bridge, target)) {
        const estimate = estimateOutput(last, bridge, middle)
        if (estimate < least) continue
        if (estimate * (1 - tolerance) > least) least = estimate * (1 - tolerance)
        routes.push({ first, bridge, last, estimate })
      }
    }
  // Routes without an estimate (NaN) are kept.
  return routes.filter(({ estimate }) => !(estimate < least))
}

/**
 * Returns the output of a pair, or NaN for other pools, whose curves are valid near the current price only. Allocates nothing.
 */
function estimateOutput(pool: PoolState, tokenIn: Address, amountIn: number): number {
  if (pool.kind !== 'pair') return Number.NaN
  const isZeroForOne = tokenIn === pool.tokens[0]
  const reserveIn = Number(isZeroForOne ? pool.reserve0 : pool.reserve1)
  const reserveOut = Number(isZeroForOne ? pool.reserve1 : pool.reserve0)
  const charged = amountIn * (1 - pool.fee / million)
  const out = (charged * reserveOut) / (reserveIn + charged)
  return out >= minEstimate && reserveIn > 0 ? out : Number.NaN
}

function quoteBest(routes: readonly Route[], token: Address, target: Address, amount: bigint): bigint | null {
  let best: bigint | null = null
  for (const { first, bridge, last } of routes) {
    const middle = quotePool(first, token, bridge, amount)
    if (middle !== null && middle > 0n) best = toLarger(best, quotePool(last, bridge, target, middle))
  }
  return best
}

export function toLarger(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || (b !== null && b > a) ? b : a
}
