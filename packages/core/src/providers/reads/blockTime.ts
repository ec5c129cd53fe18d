/**
 * Latest accepted time: 2100-01-01 in Unix seconds. Milliseconds are above it, and the time of a devnet
 * (`evm_increaseTime`) stays below it.
 */
const latest = 4_102_444_800n

/** Returns whether a block of any chain may have this time, in Unix seconds. Only a genesis block may have the time 0. */
export function isTimeOfBlock(seconds: bigint, height: bigint | null): boolean {
  return seconds < latest && seconds >= (height !== null && height > 0n ? 1n : 0n)
}
