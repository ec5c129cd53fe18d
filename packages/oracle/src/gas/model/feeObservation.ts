import { leastOffer } from '../compute/tips.ts'
import type { BlockFees } from '../history/blockFees.ts'

/** One node's view of the transactions that are pending for the next block. */
export type PoolView = {
  /**
   * Gas of the transactions that can pay the next base fee, divided by the block's gas limit. Above 1, not all of
   * them fit into the block.
   */
  readonly gasRatio: number
  /** Lowest tip, in wei, in a block filled with the transactions that pay most. Null if all transactions fit. */
  readonly entryTip: bigint | null
}

/** One block that the tier model learns from. The history's `BlockFees` qualifies. */
export type FeeObservation = Pick<BlockFees, 'number' | 'baseFeePerGas' | 'gasUsedRatio' | 'tips'> & {
  /**
   * Exact lowest included tip of at least 2 wei. Null if the block contains no such tip.
   * @default read from `tips`
   */
  readonly entryTip?: bigint | null
  /** The mempool after this block, if known. */
  readonly pool?: PoolView | null
}

/**
 * Returns the entry tip of a block: its lowest tip of at least 2 wei, or null if it has none. Lower tips are ignored because
 * builders include their own transactions without a tip. Gas Network's public evaluation uses the same definition
 * (blocknative/gas-agent, EVALUATION.md).
 *
 * @example readEntryTip({ number: 1n, baseFeePerGas: 7n, gasUsedRatio: 0.4, tips: [0n, 0n, 5n, 9n] }) // 5n
 */
export function readEntryTip({ entryTip, tips, gasUsedRatio }: FeeObservation): bigint | null {
  if (gasUsedRatio === 0) return null
  return entryTip === undefined ? (tips.find((tip) => tip >= leastOffer) ?? null) : entryTip
}
