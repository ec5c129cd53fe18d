import { toDirection } from '../direction.ts'
import type { PoolKind } from '../poolKind.ts'
import type { TickPool } from '../poolState.ts'
import { applyTickLog, tickTopics } from './tickLogs.ts'
import { computeTickRate, toTickQuoter } from './tickQuoters.ts'

/** Uniswap V3 and its forks with the same curve and one fee for both directions. */
export const tickKind: PoolKind<TickPool> = {
  kind: 'ticks',
  quote(pool, tokenIn, tokenOut, amountIn) {
    const isZeroForOne = toDirection(pool.tokens, tokenIn, tokenOut)
    if (isZeroForOne === null || amountIn === 0n) return null
    return toTickQuoter(pool, isZeroForOne, pool.fee).quote(amountIn)
  },
  swap(pool, tokenIn, tokenOut, amountIn) {
    const isZeroForOne = toDirection(pool.tokens, tokenIn, tokenOut)
    const swapped = isZeroForOne === null ? null : toTickQuoter(pool, isZeroForOne, pool.fee).swap(amountIn)
    if (swapped === null) return null
    const { amountOut, ...price } = swapped
    return { amountOut, next: { ...pool, ...price } }
  },
  toRate(pool, tokenIn, tokenOut) {
    const isZeroForOne = toDirection(pool.tokens, tokenIn, tokenOut)
    return isZeroForOne === null ? 0 : computeTickRate(pool, isZeroForOne, pool.fee)
  },
  topics: tickTopics,
  applyLog: (pool, log) => (log.address === pool.address ? applyTickLog(pool, log) : pool),
}
