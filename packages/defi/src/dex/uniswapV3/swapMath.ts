import { divideUp } from './mathTicks.ts'

/**
 * Price after `amount`, the fee taken off, has been put in at one liquidity: `SqrtPriceMath.getNextSqrtPriceFromInput`, from
 * Uniswap V3's whitepaper 6.2.3, rounded in favour of the pool.
 */
export function computeNextPrice(sqrtPrice: bigint, liquidity: bigint, amount: bigint, isZeroForOne: boolean): bigint {
  if (!isZeroForOne) return sqrtPrice + (amount << 96n) / liquidity
  if (amount === 0n) return sqrtPrice
  const shifted = liquidity << 96n
  const product = amount * sqrtPrice
  // The contract computes less precisely where 256 bits would overflow.
  return product >> 256n === 0n && (shifted + product) >> 256n === 0n
    ? divideUp(shifted * sqrtPrice, shifted + product)
    : divideUp(shifted, shifted / sqrtPrice + amount)
}

/** What moving the price takes in before the fee, rounded up. */
export function computeTaken(from: bigint, to: bigint, liquidity: bigint, isZeroForOne: boolean): bigint {
  return isZeroForOne
    ? divideUp(divideUp((liquidity << 96n) * (from - to), from), to)
    : divideUp(liquidity * (to - from), 1n << 96n)
}

/** What moving the price pays, rounded down. */
export function computePaid(from: bigint, to: bigint, liquidity: bigint, isZeroForOne: boolean): bigint {
  return isZeroForOne ? (liquidity * (from - to)) >> 96n : ((liquidity << 96n) * (to - from)) / to / from
}
