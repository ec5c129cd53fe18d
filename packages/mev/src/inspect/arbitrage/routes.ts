import type { PoolSwap } from '../swaps/poolSwap.ts'
import type { Cycle } from './cycles.ts'

/** Between two hops one percent may be lost, as mev-inspect-py allows: tokens with a fee, amounts rounded. */
const tolerance = 100n
const maxSteps = 2_000

/**
 * A route back to the token it began with, each hop selling what the one before bought, that ends with more. It finds the
 * arbitrage in a transaction that trades otherwise, too, where the sum over all pools shows a purchase.
 */
export function findRoute(swaps: readonly PoolSwap[]): Cycle | null {
  let steps = 0
  const extend = (route: readonly PoolSwap[]): readonly PoolSwap[] | null => {
    const [first, end] = [route[0], route[route.length - 1]]
    if (first === undefined || end === undefined) return null
    if (route.length > 1 && end.tokenOut === first.tokenIn) return closes(route) ? route : null
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

/** It pays more than it cost, to whoever paid, through different pools. */
function closes(route: readonly PoolSwap[]): boolean {
  const [first, end] = [route[0], route[route.length - 1]]
  if (first === undefined || end === undefined || end.amountOut <= first.amountIn || first.pool === end.pool)
    return false
  return first.payer === null || end.recipient === null || first.payer === end.recipient
}
