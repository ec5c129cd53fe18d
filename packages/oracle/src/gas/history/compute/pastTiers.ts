import type { ChainProfile } from '@outrigger/core'
import { computeTips, leastOffer } from '../../compute/tips.ts'
import type { GasTierName } from '../../gasTierName.ts'
import { type BlockFees, tipPercentiles } from '../blockFees.ts'
import { toRewards } from './rewards.ts'

/** As many as the gas oracle looks back. */
export const quoteWindowBlocks = 60
/** With fewer blocks before it, a block has no quote: it would follow from too little. */
export const leastWindowBlocks = 20
/** Quotes hardly change faster. */
export const quoteEverySeconds = 12

/** Wei per gas, base fee included. */
export type PastTiers = { readonly [tier in GasTierName]: bigint }

/**
 * What the gas oracle would have quoted for a block from those before it: the block's base fee and the tips of
 * `computeTips`. `before` are consecutive, oldest first, and end right before the block.
 */
export function computePastTiers(
  chain: Pick<ChainProfile, 'feeModel' | 'blockTimeMs'>,
  before: readonly BlockFees[],
  baseFeePerGas: bigint,
): PastTiers | null {
  const { feeModel, blockTimeMs } = chain
  // First come, first served: tips buy nothing.
  if (feeModel.kind === 'arbitrum')
    return { slow: baseFeePerGas, standard: baseFeePerGas, fast: baseFeePerGas, instant: baseFeePerGas }
  const window = before.slice(-quoteWindowBlocks)
  if (window.length < leastWindowBlocks || window.every(({ tips }) => tips.length < tipPercentiles.length)) return null
  const minTip =
    feeModel.kind === 'eip1559' && feeModel.minPriorityFeePerGas !== undefined
      ? feeModel.minPriorityFeePerGas
      : leastOffer
  const history = window.map(({ tips, number, gasUsedRatio, baseFeePerGas: base }) => ({
    number,
    baseFeePerGas: base,
    gasUsedRatio,
    rewards: toRewards(tips),
  }))
  const { slow, standard, fast, instant } = computeTips(history, null, { blockTimeMs, minTip })
  return {
    slow: baseFeePerGas + slow,
    standard: baseFeePerGas + standard,
    fast: baseFeePerGas + fast,
    instant: baseFeePerGas + instant,
  }
}
