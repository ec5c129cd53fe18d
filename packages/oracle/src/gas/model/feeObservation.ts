import { leastOffer } from '../compute/tips.ts'
import type { BlockFees } from '../history/blockFees.ts'

/** What waits for the next block, as one node's pool shows it. */
export type PoolView = {
  /** Gas of the transactions that can pay the next base fee, over the block's limit. Above 1 they do not all fit. */
  readonly gasRatio: number
  /** The lowest tip, in wei, that a block filled with the best of them would take; null while all of them fit. */
  readonly entryTip: bigint | null
}

/** One block as the tier model learns from it. `BlockFees` of the history is one. */
export type FeeObservation = Pick<BlockFees, 'number' | 'baseFeePerGas' | 'gasUsedRatio' | 'tips'> & {
  /**
   * The lowest tip that was an offer (2 wei at least) and got in, where it is known exactly; null when the block took no
   * offer. Left out, it is read from `tips`.
   */
  readonly entryTip?: bigint | null
  /** The pool after this block, where it is known. */
  readonly pool?: PoolView | null
}

/** A fuller block turned offers away. */
export const fullBlockRatio = 0.95

/**
 * What it took to get into a block: the lowest tip that was an offer; null where the block says nothing. Builders put
 * zero-tip transactions of their own into a block, which are no offers. The yardstick is that of Gas Network's public
 * evaluation (blocknative/gas-agent, EVALUATION.md).
 *
 * @example readEntryTip({ number: 1n, baseFeePerGas: 7n, gasUsedRatio: 0.4, tips: [0n, 0n, 5n, 9n] }) // 5n
 */
export function readEntryTip({ entryTip, tips, gasUsedRatio }: FeeObservation): bigint | null {
  if (gasUsedRatio === 0) return null
  return entryTip === undefined ? (tips.find((tip) => tip >= leastOffer) ?? null) : entryTip
}
