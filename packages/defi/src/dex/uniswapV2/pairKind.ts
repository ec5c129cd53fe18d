import { toEventSelector } from 'viem'
import { applySync, toDirectedSwaps } from '../direction.ts'
import type { PoolKind } from '../poolKind.ts'
import type { PairPool } from '../poolState.ts'
import { computePairOutput, maxReserve } from './math.ts'

const sync = toEventSelector('Sync(uint112 reserve0, uint112 reserve1)')

/**
 * Uniswap V2 and its forks with any fee. For tokens with a transfer fee, `amountIn` is the amount that arrives at the
 * pair, and the output is before the transfer fee of the output token.
 */
export const pairKind: PoolKind<PairPool> = {
  kind: 'pair',
  ...toDirectedSwaps<PairPool>({
    quote: computeAccepted,
    swap(pool, isZeroForOne, amountIn) {
      const amountOut = computeAccepted(pool, isZeroForOne, amountIn)
      if (amountOut === null) return null
      const [change0, change1] = isZeroForOne ? [amountIn, -amountOut] : [-amountOut, amountIn]
      return { amountOut, next: { ...pool, reserve0: pool.reserve0 + change0, reserve1: pool.reserve1 + change1 } }
    },
    toRate({ reserve0, reserve1, fee }, isZeroForOne) {
      if (reserve0 === 0n || reserve1 === 0n) return 0
      const price = Number(reserve1) / Number(reserve0)
      return (isZeroForOne ? price : 1 / price) * (1 - fee / 1e6)
    },
  }),
  topics: [sync],
  applyLog: (pool, log) => applySync(sync, pool, log),
}

/** Returns null if `UniswapV2Pair.swap` reverts: the input or output is zero, or a reserve overflows. */
function computeAccepted(pool: PairPool, isZeroForOne: boolean, amountIn: bigint): bigint | null {
  if (amountIn <= 0n || (isZeroForOne ? pool.reserve0 : pool.reserve1) + amountIn > maxReserve) return null
  const amountOut = computePairOutput(pool, isZeroForOne, amountIn)
  return amountOut !== null && amountOut > 0n ? amountOut : null
}
