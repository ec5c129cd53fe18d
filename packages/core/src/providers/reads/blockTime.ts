/** 2100-01-01 in Unix seconds. Milliseconds are beyond it, and the time of a devnet stays below it (`evm_increaseTime`). */
const latest = 4_102_444_800n

/** Whether a block of any chain may have this time, in Unix seconds. Only a genesis block may have 0. */
export function isTimeOfBlock(seconds: bigint, height: bigint | null): boolean {
  return seconds < latest && seconds >= (height !== null && height > 0n ? 1n : 0n)
}
