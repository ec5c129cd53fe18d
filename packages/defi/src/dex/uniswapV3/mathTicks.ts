import { computeIntegerRoot } from '../integerRoot.ts'
/** Prices of a pool are from 1.0001 ** -887272 to 1.0001 ** 887272. */
export const maxTick = 887_272
/** Prices that a swap may reach, `TickMath.MIN_SQRT_RATIO` and `MAX_SQRT_RATIO`, each less one step. */
export const priceLimits = {
  lowest: 4_295_128_740n,
  highest: 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n,
} as const
const halfLogOfBase = Math.log(1.0001) / 2
/**
 * In ticks. A logarithm of doubles is off by some 1e-10; the price of a tick, rounded to a whole number, by 5e-6 where that is
 * smallest.
 */
const uncertainty = 1e-4
const precision = 512n

/** 2 ** 128 / sqrt(1.0001) ** (2 ** bit), rounded: the constants in the contract's binary exponentiation. */
const powers: readonly bigint[] = (() => {
  const rounded: bigint[] = []
  let power = computeIntegerRoot((10_000n << (2n * precision)) / 10_001n)
  for (let bit = 0; bit < 20; bit++) {
    rounded.push((power + (1n << (precision - 129n))) >> (precision - 128n))
    power = (power * power) >> precision
  }
  return rounded
})()

/** sqrt(1.0001 ** tick) * 2 ** 96 as Uniswap V3's `TickMath` rounds it. */
export function toSqrtPrice(tick: number): bigint {
  const distance = Math.abs(tick)
  let ratio = 1n << 128n
  for (const [bit, power] of powers.entries()) if ((distance >> bit) & 1) ratio = (ratio * power) >> 128n
  if (tick > 0) ratio = ((1n << 256n) - 1n) / ratio
  return divideUp(ratio, 1n << 32n)
}

/** The tick of a price: the greatest whose own price is not above it, as `TickMath.getTickAtSqrtRatio`. */
export function toTick(sqrtPriceX96: bigint): number {
  const position = Math.log(Number(sqrtPriceX96) / 2 ** 96) / halfLogOfBase
  const estimate = Math.floor(position)
  if (position - estimate > uncertainty && estimate + 1 - position > uncertainty) return estimate
  const tick = Math.max(-maxTick, Math.min(maxTick, estimate))
  if (toSqrtPrice(tick) > sqrtPriceX96) return tick - 1
  return tick < maxTick && toSqrtPrice(tick + 1) <= sqrtPriceX96 ? tick + 1 : tick
}

export function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}
