import { advanceAmplification } from '../amplificationRamp.ts'
import type { PoolKind } from '../poolKind.ts'
import type { StableswapPool } from '../poolState.ts'
import { toBalanceSwaps, toTokenIndices } from '../tokenIndices.ts'
import { applyStableswapLog, stableswapTopics } from './stableswapLogs.ts'
import { computeStableswapRate, computeStableswapSwap } from './stableswapSwap.ts'

/**
 * Curve's StableSwap. Quotes equal the output of `exchange`. In the oldest pools, `get_dy` rounds in another order.
 * For tokens with a transfer fee, `amountIn` is the amount that arrives at the pool. Underlying tokens of lending and
 * meta pools are not the pool's own.
 */
export const stableswapKind: PoolKind<StableswapPool> = {
  kind: 'stableswap',
  ...toBalanceSwaps(computeStableswapSwap),
  toRate(pool, tokenIn, tokenOut) {
    const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
    return indices ? computeStableswapRate(pool, indices) : 0
  },
  topics: stableswapTopics,
  applyLog: applyStableswapLog,
  advance: (pool, timestamp) => (pool.hasMovingRates ? 'unknown' : advanceAmplification(pool, timestamp)),
}
