import type { ChainProfile } from '@outrigger/core'
import { computeTips, leastOffer } from '../../compute/tips.ts'
import { type GasTierName, mapTiers } from '../../gasTierName.ts'
import { type BlockFees, tipPercentiles } from '../blockFees.ts'
import { toRewards } from './rewards.ts'

/** Equals the history length of the gas oracle. */
export const quoteWindowBlocks = 60
/** A block with fewer known blocks before it gets no quote. */
const leastWindowBlocks = 20
/** Quotes hardly change within this time. */
export const quoteEverySeconds = 12

/** Wei per gas, base fee included. */
export type PastTiers = { readonly [tier in GasTierName]: bigint }

/**
 * Computes the tiers that the gas oracle would have quoted for a block: its base fee plus the tips of `computeTips`.
 * `before` are consecutive blocks, oldest first, and end right before the block.
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
