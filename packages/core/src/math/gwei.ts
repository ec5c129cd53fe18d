/**
 * Wei as a gwei number, for display and the wire; the nearest double, so exact in print up to 2^53 wei.
 *
 * @example toGwei(1_500_000_000n) // 1.5
 */
export function toGwei(wei: bigint): number {
  return Number(wei) / 1e9
}

/**
 * Gwei as wei, rounded to the nearest wei.
 *
 * @throws {RangeError} the number is not finite
 * @example fromGwei(1.5) // 1500000000n
 */
export function fromGwei(gwei: number): bigint {
  return BigInt(Math.round(gwei * 1e9))
}
