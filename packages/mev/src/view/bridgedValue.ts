import { type PoolState, quotePool } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import type { PoolSnapshot } from './poolSnapshot.ts'

/** Through two pools, with what comes of an amount in floating point; NaN where nobody estimates it. */
type Way = {
  readonly first: PoolState
  readonly bridge: Address
  readonly last: PoolState
  readonly estimate: number
}

/** Estimates of less are not used: what pools round off would count. */
const leastEstimated = 1e7
/** Ways whose estimates differ by no more than that are all computed exactly. */
const tolerance = 1e-6
const million = 1_000_000

/**
 * What an amount of a token brings of another through the best two pools; null where none takes it. There are up to two dozen
 * such ways, and several amounts are asked for with each pending swap: pairs are ranked in floating point, and only the best
 * of them is computed exactly.
 */
export function quoteBridged(pools: PoolSnapshot, token: Address, target: Address, amount: bigint): bigint | null {
  const quote = (ways: readonly Way[]) => quoteBest(ways, token, target, amount)
  // The best may be more than its pool can hold: then all of them count.
  return quote(findWays(pools, token, target, Number(amount))) ?? quote(findWays(pools, token, target, Number.NaN))
}

/** Those that may be the best for an amount; all where it is NaN. */
function findWays(pools: PoolSnapshot, token: Address, target: Address, amount: number): readonly Way[] {
  const ways: Way[] = []
  let least = 0
  for (const first of pools.bridges(token, target))
    for (const bridge of first.tokens) {
      if (bridge === token || bridge === target) continue
      const middle = estimateOutput(first, token, amount)
      for (const last of pools.byTokens(bridge, target)) {
        const estimate = estimateOutput(last, bridge, middle)
        if (estimate < least) continue
        if (estimate * (1 - tolerance) > least) least = estimate * (1 - tolerance)
        ways.push({ first, bridge, last, estimate })
      }
    }
  // Also those without an estimate, which are not less than anything.
  return ways.filter(({ estimate }) => !(estimate < least))
}

/** The output of a pair; NaN of other pools, which follow a curve near their price only. It allocates nothing. */
function estimateOutput(pool: PoolState, tokenIn: Address, amountIn: number): number {
  if (pool.kind !== 'pair') return Number.NaN
  const isZeroForOne = tokenIn === pool.tokens[0]
  const reserveIn = Number(isZeroForOne ? pool.reserve0 : pool.reserve1)
  const reserveOut = Number(isZeroForOne ? pool.reserve1 : pool.reserve0)
  const charged = amountIn * (1 - pool.fee / million)
  const out = (charged * reserveOut) / (reserveIn + charged)
  return out >= leastEstimated && reserveIn > 0 ? out : Number.NaN
}

function quoteBest(ways: readonly Way[], token: Address, target: Address, amount: bigint): bigint | null {
  let best: bigint | null = null
  for (const { first, bridge, last } of ways) {
    const middle = quotePool(first, token, bridge, amount)
    if (middle !== null && middle > 0n) best = toLarger(best, quotePool(last, bridge, target, middle))
  }
  return best
}

export function toLarger(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || (b !== null && b > a) ? b : a
}
