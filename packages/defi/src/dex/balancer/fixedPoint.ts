import { computePower } from './power.ts'

/** 1 with 18 decimals, as in `FixedPoint` of Balancer v2 and v3. */
export const one = 10n ** 18n

/** Relative error of `LogExpMath.pow`, 1e-14, with 18 decimals. */
const maxPowerError = 10_000n

export const mulDown = (a: bigint, b: bigint) => (a * b) / one
export const mulUp = (a: bigint, b: bigint) => divUp(a * b, one)
export const divDown = (a: bigint, b: bigint) => (a * one) / b
/** Divides and rounds up, without scaling. */
export const divUp = (a: bigint, b: bigint) => (a === 0n ? 0n : (a - 1n) / b + 1n)
/** Returns 1 - x, at least zero. */
export const complement = (x: bigint) => (x < one ? one - x : 0n)

/**
 * Returns x ** y as `FixedPoint.powUp` does, never below the true value. With `hasShortcuts`, exponents of 1, 2 and 4
 * use products (v3, and v2 since January 2022). Returns null if the contract reverts.
 */
export function powUp(x: bigint, y: bigint, hasShortcuts: boolean): bigint | null {
  if (hasShortcuts) {
    if (y === one) return x
    if (y === 2n * one) return mulUp(x, x)
    if (y === 4n * one) return mulUp(mulUp(x, x), mulUp(x, x))
  }
  const power = computePower(x, y)
  return power === null ? null : power + mulUp(power, maxPowerError) + 1n
}
