/**
 * Converts wei to gwei, for display and the wire. The result is the nearest double, so it prints exactly up to 2^53 wei.
 *
 * @example toGwei(1_500_000_000n) // 1.5
 */
export function toGwei(wei: bigint): number {
  return Number(wei) / 1e9
}

/**
 * Converts gwei to wei, rounded to the nearest wei.
 *
 * @throws {RangeError} the number is not finite
 * @example fromGwei(1.5) // 1500000000n
 */
export function fromGwei(gwei: number): bigint {
  return BigInt(Math.round(gwei * 1e9))
}
