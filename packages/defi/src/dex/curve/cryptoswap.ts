import { toEventSelector } from 'viem'
import { computeIntegerRoot } from '../integerRoot.ts'
import type { PoolKind } from '../poolKind.ts'
import type { CryptoswapPool } from '../poolState.ts'
import { replaceTwo, toTokenIndices } from '../tokenIndices.ts'
import { computeCubeRoot } from './cryptoswapCubic.ts'
import { computeCryptoInvariant } from './cryptoswapInvariant.ts'
import { unit } from './cryptoswapMath.ts'
import { type CryptoswapSwap, computeCryptoswapRate, computeCryptoswapSwap } from './cryptoswapSwap.ts'

/**
 * Curve's CryptoSwap: two coins and tricrypto, first generation and -NG. Quotes are exact. `swap` returns null unless
 * the getters show that the price scale does not change. Only the getters of -NG pools show this. Therefore every log
 * of the pool requires a new read.
 */
export const cryptoswapKind: PoolKind<CryptoswapPool> = {
  kind: 'cryptoswap',
  quote(pool, tokenIn, tokenOut, amountIn) {
    const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
    return (indices && computeCryptoswapSwap(pool, indices, amountIn)?.amountOut) || null
  },
  swap(pool, tokenIn, tokenOut, amountIn) {
    const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
    const swap = indices && computeCryptoswapSwap(pool, indices, amountIn)
    const next = indices && swap?.amountOut ? computeNext(pool, indices, swap) : null
    return swap && next && { amountOut: swap.amountOut, next }
  },
  toRate(pool, tokenIn, tokenOut) {
    const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
    return indices ? computeCryptoswapRate(pool, indices) : 0
  },
  topics: [
    'TokenExchange(address,uint256,uint256,uint256,uint256)',
    'TokenExchange(address,uint256,uint256,uint256,uint256,uint256,uint256)',
    'AddLiquidity(address,uint256[2],uint256,uint256)',
    'AddLiquidity(address,uint256[3],uint256,uint256)',
    'AddLiquidity(address,uint256[2],uint256,uint256,uint256)',
    'AddLiquidity(address,uint256[3],uint256,uint256,uint256)',
    'RemoveLiquidity(address,uint256[2],uint256)',
    'RemoveLiquidity(address,uint256[3],uint256)',
    'RemoveLiquidityOne(address,uint256,uint256,uint256)',
    'RemoveLiquidityOne(address,uint256,uint256,uint256,uint256,uint256)',
    'RampAgamma(uint256,uint256,uint256,uint256,uint256,uint256)',
    'StopRampA(uint256,uint256,uint256)',
    'NewParameters(uint256,uint256,uint256,uint256,uint256,uint256,uint256)',
    'NewParameters(uint256,uint256,uint256,uint256,uint256,uint256)',
    'ClaimAdminFee(address,uint256)',
    'ClaimAdminFee(address,uint256[2])',
    'ClaimAdminFee(address,uint256[3])',
  ].map((event) => toEventSelector(event)),
  applyLog(pool, { address, topics: [topic] }) {
    return address === pool.address && topic && cryptoswapKind.topics.includes(topic) ? 'unknown' : pool
  },
  advance: (pool) => (pool.isRamping ? 'unknown' : pool),
}

/**
 * Returns the pool after a swap, following the first half of `tweak_price`. Returns null if the second half, which
 * reads the price oracle, may change the price scale, or if the contract reverts with a loss.
 */
function computeNext(
  pool: CryptoswapPool,
  indices: readonly [number, number],
  { balanceIn, balanceOut, scaled, k0 }: CryptoswapSwap,
): CryptoswapPool | null {
  const { profit } = pool
  if (!profit || pool.isRamping || profit.virtualPrice === 0n || profit.totalSupply === 0n) return null
  const invariant = computeCryptoInvariant(pool, scaled, k0)
  if (invariant === null) return null
  const n = BigInt(scaled.length)
  const equal = [invariant / n, ...pool.priceScale.map((price) => (invariant * unit) / (n * price))]
  const virtualPrice = (unit * computeMean(equal)) / profit.totalSupply
  const xcpProfit = (profit.xcpProfit * virtualPrice) / profit.virtualPrice
  if (virtualPrice <= profit.virtualPrice) return null
  if (virtualPrice * 2n - unit > xcpProfit + 2n * profit.allowedExtraProfit) return null
  const balances = replaceTwo(pool.balances, indices, [balanceIn, balanceOut])
  return { ...pool, balances, invariant, profit: { ...profit, virtualPrice, xcpProfit } }
}

function computeMean([a = 0n, b = 0n, c]: readonly bigint[]): bigint {
  return c === undefined ? computeIntegerRoot(a * b) : computeCubeRoot((((a * b) / unit) * c) / unit)
}
