import { toEventSelector } from 'viem'
import { toDirection } from '../direction.ts'
import { toLogWords } from '../logWords.ts'
import type { PoolKind } from '../poolKind.ts'
import type { PairPool } from '../poolState.ts'
import { computePairOutput, maxReserve } from './math.ts'

const sync = toEventSelector('Sync(uint112 reserve0, uint112 reserve1)')

/**
 * Uniswap V2 and its forks, whatever their fee. Of a token with a transfer fee, `amountIn` is what arrives at the pair; what
 * the pair pays is before the fee of the token it pays in.
 */
export const pairKind: PoolKind<PairPool> = {
  kind: 'pair',
  quote(pool, tokenIn, tokenOut, amountIn) {
    const isZeroForOne = toDirection(pool.tokens, tokenIn, tokenOut)
    return isZeroForOne === null ? null : computeAccepted(pool, isZeroForOne, amountIn)
  },
  swap(pool, tokenIn, tokenOut, amountIn) {
    const isZeroForOne = toDirection(pool.tokens, tokenIn, tokenOut)
    if (isZeroForOne === null) return null
    const amountOut = computeAccepted(pool, isZeroForOne, amountIn)
    if (amountOut === null) return null
    const [change0, change1] = isZeroForOne ? [amountIn, -amountOut] : [-amountOut, amountIn]
    return { amountOut, next: { ...pool, reserve0: pool.reserve0 + change0, reserve1: pool.reserve1 + change1 } }
  },
  toRate({ tokens, reserve0, reserve1, fee }, tokenIn, tokenOut) {
    const isZeroForOne = toDirection(tokens, tokenIn, tokenOut)
    if (isZeroForOne === null || reserve0 === 0n || reserve1 === 0n) return 0
    const price = Number(reserve1) / Number(reserve0)
    return (isZeroForOne ? price : 1 / price) * (1 - fee / 1e6)
  },
  topics: [sync],
  applyLog(pool, { address, topics, data }) {
    if (address !== pool.address || topics[0] !== sync) return pool
    const [reserve0, reserve1] = toLogWords(data, 2) ?? []
    return reserve0 === undefined || reserve1 === undefined ? 'unknown' : { ...pool, reserve0, reserve1 }
  },
}

/** Null where `UniswapV2Pair.swap` reverts: nothing goes in or comes out, or a reserve overflows. */
function computeAccepted(pool: PairPool, isZeroForOne: boolean, amountIn: bigint): bigint | null {
  if (amountIn <= 0n || (isZeroForOne ? pool.reserve0 : pool.reserve1) + amountIn > maxReserve) return null
  const amountOut = computePairOutput(pool, isZeroForOne, amountIn)
  return amountOut !== null && amountOut > 0n ? amountOut : null
}
