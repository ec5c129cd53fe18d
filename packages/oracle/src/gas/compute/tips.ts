import type { FeeHistoryBlock, PendingTips } from '../gasSample.ts'
import type { GasTierName } from '../gasTierName.ts'

/** A tip is meant to be included within `withinMs` with this `probability`. */
export type ConfirmationTarget = { readonly withinMs: number; readonly probability: number }

/** Slowest first. */
export const confirmationTargets: { readonly [tier in GasTierName]: ConfirmationTarget } = {
  slow: { withinMs: 300_000, probability: 0.9 },
  standard: { withinMs: 150_000, probability: 0.95 },
  fast: { withinMs: 60_000, probability: 0.97 },
  instant: { withinMs: 30_000, probability: 0.99 },
}

/** geth's oracle ignores tips below 2 wei as no offer at all (`ethconfig.go`, DefaultIgnorePrice). */
export const leastOffer = 2n
// A fuller block turned offers away; its lowest percentiles are mostly its builder's own transactions.
const fullBlockRatio = 0.95
// Half-life of a block's weight, in blocks.
const halfLifeBlocks = 20

/**
 * What it took to get into one block: the lowest tip that was an offer, from the 5th percentile of gas up when the
 * block was full; null when the block is no evidence (empty, or filled with its builder's own transactions).
 */
export function computeEntryTip(block: Pick<FeeHistoryBlock, 'gasUsedRatio' | 'rewards'>): bigint | null {
  if (block.gasUsedRatio === 0) return null
  const rewards = block.gasUsedRatio >= fullBlockRatio ? block.rewards.slice(2) : block.rewards
  return rewards.find((reward) => reward >= leastOffer) ?? null
}

/**
 * Tips in wei for the four confirmation targets, ascending from slow to instant.
 *
 * For a target of h blocks the need at every past block i is the lowest entry tip of blocks i … i+h-1: what would have
 * been enough to get in during that window. The tip is the quantile of those needs at the target's probability, recent
 * windows weighing more. Windows keep what a per-block estimate loses: a lone expensive block costs a transaction one
 * block, not a higher tip, while a burst that lasts as long as the window raises it. `instant` also has to beat the
 * pending block where it is full. Nothing is below `minTip`, the chain's own minimum.
 *
 * The yardstick, lowest non-zero effective tip included within the window, is that of Gas Network's public evaluation
 * (blocknative/gas-agent, EVALUATION.md).
 */
export function computeTips(
  history: readonly FeeHistoryBlock[],
  pending: PendingTips | null,
  { blockTimeMs, minTip }: { readonly blockTimeMs: number; readonly minTip: bigint },
): { readonly [tier in GasTierName]: bigint } {
  const entries = history.map(computeEntryTip)
  const tip = (tier: GasTierName, atLeast: bigint): bigint => {
    const { withinMs, probability } = confirmationTargets[tier]
    return max(computeWindowedTip(entries, Math.floor(withinMs / blockTimeMs), probability) ?? minTip, atLeast)
  }
  const slow = tip('slow', minTip)
  const standard = tip('standard', slow)
  const fast = tip('fast', standard)
  return { slow, standard, fast, instant: tip('instant', max(fast, computePendingTip(pending))) }
}

/** Weighted quantile of the needs of all windows of `horizon` blocks; null without evidence. */
export function computeWindowedTip(
  entries: readonly (bigint | null)[],
  horizon: number,
  probability: number,
): bigint | null {
  const length = Math.max(1, Math.min(horizon, Math.ceil(entries.length / 2)))
  const needs: { need: bigint; weight: number }[] = []
  for (let start = 0; start + length <= entries.length; start++) {
    const need = entries.slice(start, start + length).reduce(lower, null)
    if (need !== null) needs.push({ need, weight: 2 ** ((start + length - entries.length) / halfLifeBlocks) })
  }
  needs.sort((a, b) => (a.need < b.need ? -1 : a.need > b.need ? 1 : 0))
  let rest = probability * needs.reduce((sum, { weight }) => sum + weight, 0)
  for (const { need, weight } of needs) {
    rest -= weight
    if (rest <= 0) return need
  }
  return needs.at(-1)?.need ?? null
}

function computePendingTip(pending: PendingTips | null): bigint {
  if (pending === null || pending.gasUsedRatio < fullBlockRatio) return 0n
  const offers = pending.tips.filter((tip) => tip >= leastOffer)
  // One wei above the lowest twentieth of the block.
  return (offers[Math.floor(offers.length / 20)] ?? -1n) + 1n
}

function lower(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || (b !== null && b < a) ? b : a
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
