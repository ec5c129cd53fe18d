import type { PoolSwap } from '../swaps/poolSwap.ts'
import type { Cycle } from './cycles.ts'

/** Inverse of the allowed gap between two hops. mev-inspect-py allows 1% for transfer fees and rounding. */
const tolerance = 100n
const maxSteps = 2_000

/**
 * Finds a profitable route that returns to its first token, in which each hop sells what the previous hop bought. Detects
 * arbitrages in transactions that also contain a purchase.
 */
export function findRoute(swaps: readonly PoolSwap[]): Cycle | null {
  let steps = 0
  const extend = (route: readonly PoolSwap[]): readonly PoolSwap[] | null => {
    const [first, end] = [route[0], route[route.length - 1]]
    if (first === undefined || end === undefined) return null
    if (route.length > 1 && end.tokenOut === first.tokenIn) return isProfitable(route) ? route : null
    for (const swap of swaps) {
      steps += 1
      if (steps > maxSteps) return null
      if (route.includes(swap) || !follows(end, swap)) continue
      const found = extend([...route, swap])
      if (found !== null) return found
    }
    return null
  }
  for (const swap of swaps) {
    const route = extend([swap])
    if (route !== null) return route
  }
  return null
}

function follows(before: PoolSwap, swap: PoolSwap): boolean {
  if (before.tokenOut !== swap.tokenIn || before.pool === swap.pool) return false
  const difference = before.amountOut - swap.amountIn
  return (difference < 0n ? -difference : difference) * tolerance <= before.amountOut
}

/** Returns true if the route returns more than it cost, to its payer, through different pools. */
function isProfitable(route: readonly PoolSwap[]): boolean {
  const [first, end] = [route[0], route[route.length - 1]]
  if (first === undefined || end === undefined || end.amountOut <= first.amountIn || first.pool === end.pool)
    return false
  return first.payer === null || end.recipient === null || first.payer === end.recipient
}
