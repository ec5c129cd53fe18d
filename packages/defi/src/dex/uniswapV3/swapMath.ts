import { divideUp } from './mathTicks.ts'

/**
 * Returns the price after an input of `amount` (after the fee) at constant liquidity, rounded in favor of the pool.
 * Source: `SqrtPriceMath.getNextSqrtPriceFromInput`, section 6.2.3 of Uniswap V3's whitepaper.
 */
export function computeNextPrice(sqrtPrice: bigint, liquidity: bigint, amount: bigint, isZeroForOne: boolean): bigint {
  if (!isZeroForOne) return sqrtPrice + (amount << 96n) / liquidity
  if (amount === 0n) return sqrtPrice
  const shifted = liquidity << 96n
  const product = amount * sqrtPrice
  // The contract uses a less precise formula when 256 bits would overflow.
  return product >> 256n === 0n && (shifted + product) >> 256n === 0n
    ? divideUp(shifted * sqrtPrice, shifted + product)
    : divideUp(shifted, shifted / sqrtPrice + amount)
}

/** Returns the input that moves the price, before the fee, rounded up. */
export function computeTaken(from: bigint, to: bigint, liquidity: bigint, isZeroForOne: boolean): bigint {
  return isZeroForOne
    ? divideUp(divideUp((liquidity << 96n) * (from - to), from), to)
    : divideUp(liquidity * (to - from), 1n << 96n)
}

/** Returns the output of moving the price, rounded down. */
export function computePaid(from: bigint, to: bigint, liquidity: bigint, isZeroForOne: boolean): bigint {
  return isZeroForOne ? (liquidity * (from - to)) >> 96n : ((liquidity << 96n) * (to - from)) / to / from
}
