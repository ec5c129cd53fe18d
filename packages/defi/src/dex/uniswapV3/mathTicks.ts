import { computeIntegerRoot } from '../integerRoot.ts'
/** Largest tick. A pool's price is between 1.0001 ** -887272 and 1.0001 ** 887272. */
export const maxTick = 887_272
/** The limits that a swap can reach: `TickMath.MIN_SQRT_RATIO` and `MAX_SQRT_RATIO`, each moved inward by one. */
export const priceLimits = {
  lowest: 4_295_128_740n,
  highest: 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n,
} as const
const halfLogOfBase = Math.log(1.0001) / 2
/**
 * In ticks. The error of a logarithm in doubles is about 1e-10, and rounding a tick's price to an integer adds at most
 * 5e-6, at the lowest price.
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

/** Returns sqrt(1.0001 ** tick) * 2 ** 96, rounded like Uniswap V3's `TickMath`. */
export function toSqrtPrice(tick: number): bigint {
  const distance = Math.abs(tick)
  let ratio = 1n << 128n
  for (const [bit, power] of powers.entries()) if ((distance >> bit) & 1) ratio = (ratio * power) >> 128n
  if (tick > 0) ratio = ((1n << 256n) - 1n) / ratio
  return divideUp(ratio, 1n << 32n)
}

/** Returns the greatest tick whose price is at most the given price, like `TickMath.getTickAtSqrtRatio`. */
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
