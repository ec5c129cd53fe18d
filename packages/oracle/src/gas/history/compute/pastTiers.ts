import type { ChainProfile } from '@outrigger/core'
import { computeTips, leastOffer } from '../../compute/tips.ts'
import { type GasTierName, mapTiers } from '../../gasTierName.ts'
import { type BlockFees, tipPercentiles } from '../blockFees.ts'
import { toRewards } from './rewards.ts'

/** Number of blocks before a block that its quote uses. It equals the history length of the gas oracle. */
export const quoteWindowBlocks = 60
/** Minimum number of known blocks before a block. With fewer blocks it gets no quote. */
const leastWindowBlocks = 20
/** Time between two quotes, because quotes hardly change within it. */
export const quoteEverySeconds = 12

/** Wei per gas by tier, base fee included. */
export type PastTiers = { readonly [tier in GasTierName]: bigint }

/**
 * Computes the tiers that the gas oracle would have quoted for a block. They are its base fee plus the tips of
 * `computeTips`. `before` are consecutive blocks, oldest first, and end right before the block.
 */
export function computePastTiers(
  chain: Pick<ChainProfile, 'feeModel' | 'blockTimeMs'>,
  before: readonly BlockFees[],
  baseFeePerGas: bigint,
): PastTiers | null {
  const { feeModel, blockTimeMs } = chain
  // Arbitrum orders by arrival, so tips have no effect.
  if (feeModel.kind === 'arbitrum') return mapTiers(() => baseFeePerGas)
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
  const tips = computeTips(history, null, { blockTimeMs, minTip })
  return mapTiers((tier) => baseFeePerGas + tips[tier])
}
