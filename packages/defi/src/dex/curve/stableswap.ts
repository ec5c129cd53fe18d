import { advanceAmplification } from '../amplificationRamp.ts'
import type { PoolKind } from '../poolKind.ts'
import type { StableswapPool } from '../poolState.ts'
import { replaceTwo, toTokenIndices } from '../tokenIndices.ts'
import { applyStableswapLog, stableswapTopics } from './stableswapLogs.ts'
import { computeStableswapRate, computeStableswapSwap } from './stableswapSwap.ts'

/**
 * Curve's StableSwap, as `exchange` pays it; `get_dy` of the oldest pools rounds in another order. Of a token with a transfer
 * fee, `amountIn` is what arrives at the pool. Underlying tokens of lending and meta pools are not the pool's own.
 */
export const stableswapKind: PoolKind<StableswapPool> = {
  kind: 'stableswap',
  quote(pool, tokenIn, tokenOut, amountIn) {
    const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
    return (indices && computeStableswapSwap(pool, indices, amountIn)?.amountOut) || null
  },
  swap(pool, tokenIn, tokenOut, amountIn) {
    const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
    const swap = indices && computeStableswapSwap(pool, indices, amountIn)
    if (!indices || !swap?.amountOut) return null
    const balances = replaceTwo(pool.balances, indices, [swap.balanceIn, swap.balanceOut])
    return { amountOut: swap.amountOut, next: { ...pool, balances } }
  },
  toRate(pool, tokenIn, tokenOut) {
    const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
    return indices ? computeStableswapRate(pool, indices) : 0
  },
  topics: stableswapTopics,
  applyLog: applyStableswapLog,
  advance: (pool, timestamp) => (pool.hasMovingRates ? 'unknown' : advanceAmplification(pool, timestamp)),
}
