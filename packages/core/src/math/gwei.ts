/** Wei as a gwei number, for display and the wire; the nearest double, so exact in print up to 2^53 wei. */
export function toGwei(wei: bigint): number {
  return Number(wei) / 1e9
}

/** Gwei as wei, rounded to the nearest wei. */
export function fromGwei(gwei: number): bigint {
  return BigInt(Math.round(gwei * 1e9))
}
