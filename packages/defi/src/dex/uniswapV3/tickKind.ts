import { toDirectedSwaps } from '../direction.ts'
import type { PoolKind } from '../poolKind.ts'
import type { TickPool } from '../poolState.ts'
import { applyTickLog, tickTopics } from './tickLogs.ts'
import { computeTickRate, toTickQuoter } from './tickQuoters.ts'

/** Uniswap V3 and its forks with the same curve and one fee for both directions. */
export const tickKind: PoolKind<TickPool> = {
  kind: 'ticks',
  ...toDirectedSwaps<TickPool>({
    quote: (pool, isZeroForOne, amountIn) =>
      amountIn === 0n ? null : toTickQuoter(pool, isZeroForOne, pool.fee).quote(amountIn),
    swap(pool, isZeroForOne, amountIn) {
      const swapped = toTickQuoter(pool, isZeroForOne, pool.fee).swap(amountIn)
      if (swapped === null) return null
      const { amountOut, ...price } = swapped
      return { amountOut, next: { ...pool, ...price } }
    },
    toRate: (pool, isZeroForOne) => computeTickRate(pool, isZeroForOne, pool.fee),
  }),
  topics: tickTopics,
  applyLog: (pool, log) => (log.address === pool.address ? applyTickLog(pool, log) : pool),
}
