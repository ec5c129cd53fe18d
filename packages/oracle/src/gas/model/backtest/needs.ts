import { type FeeObservation, readEntryTip } from '../feeObservation.ts'

/**
 * The lowest tip that was enough for inclusion in a window of blocks, and the base fee of the including block. Both
 * are in wei.
 */
export type Need = { readonly tip: number; readonly baseFee: number }

/** Needs of windows of blocks. They are indexed by the block before the window. */
export type Needs = {
  /** Returns the need. Returns null if the blocks end before the window does, or no block of the window has an offer. */
  get(index: number, blocks: number): Need | null
  getHighestBaseFee(index: number, blocks: number): bigint
}

export function createNeeds(blocks: readonly FeeObservation[]): Needs {
  const entries = blocks.map((block) => {
    const entry = readEntryTip(block)
    return { tip: entry === null ? Infinity : Number(entry), baseFee: Number(block.baseFeePerGas) }
  })
  return {
    get(index, length) {
      if (index + length >= entries.length) return null
      let lowest = entries[index + 1] as Need
      for (let next = index + 2; next <= index + length; next++) {
        const entry = entries[next] as Need
        if (entry.tip < lowest.tip) lowest = entry
      }
      return lowest.tip === Infinity ? null : lowest
    },
    getHighestBaseFee(index, length) {
      let highest = 0n
      for (const { baseFeePerGas } of blocks.slice(index + 1, index + 1 + length))
        if (baseFeePerGas > highest) highest = baseFeePerGas
      return highest
    },
  }
}
