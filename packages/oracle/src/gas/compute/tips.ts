import type { FeeHistoryBlock, PendingTips } from '../gasSample.ts'
import type { GasTierName } from '../gasTierName.ts'
import { tierTargets } from '../tierTargets.ts'
import { ascending, max } from './bigints.ts'

/**
 * Lowest tip that counts as an offer. geth's gas oracle ignores tips below 2 wei (`ethconfig.go`,
 * DefaultIgnorePrice).
 */
export const leastOffer = 2n
/**
 * Share of used gas from which a block counts as full. A full block excludes some offers, and its lowest percentiles
 * are mostly its builder's own transactions.
 */
export const fullBlockRatio = 0.95
// Half-life of a block's weight, in blocks.
const halfLifeBlocks = 20

/**
 * Returns the entry tip of one block: its lowest tip of at least 2 wei. In full blocks percentiles of gas below the 5th are
 * ignored. Returns null if the block is empty or has only its builder's own transactions.
 */
export function computeEntryTip(block: Pick<FeeHistoryBlock, 'gasUsedRatio' | 'rewards'>): bigint | null {
  if (block.gasUsedRatio === 0) return null
  const rewards = block.gasUsedRatio >= fullBlockRatio ? block.rewards.slice(2) : block.rewards
  return rewards.find((reward) => reward >= leastOffer) ?? null
}

/**
 * Returns tips in wei for the targets of the four tiers, ascending from slow to instant.
 *
 * For a target of h blocks, the need at past block i is the lowest entry tip of blocks i … i+h-1. This is the
 * smallest tip that was enough for inclusion in that window. The tip is the quantile of these needs at the target's
 * confidence, with more weight on recent windows. A single expensive block delays a transaction by one block and does
 * not raise the tip. A burst as long as the window raises it. If the pending block is full, `instant` also outbids
 * that block. No tip is below `minTip`, the chain's own minimum.
 *
 * Gas Network's public evaluation defines inclusion the same way: the lowest non-zero effective tip within the window
 * (blocknative/gas-agent, EVALUATION.md).
 */
export function computeTips(
  history: readonly FeeHistoryBlock[],
  pending: PendingTips | null,
  { blockTimeMs, minTip }: { readonly blockTimeMs: number; readonly minTip: bigint },
): { readonly [tier in GasTierName]: bigint } {
  const entries = history.map(computeEntryTip)
  const tip = (tier: GasTierName, atLeast: bigint): bigint => {
    const { withinMs, confidence } = tierTargets[tier]
    return max(computeWindowedTip(entries, Math.floor(withinMs / blockTimeMs), confidence) ?? minTip, atLeast)
  }
  const slow = tip('slow', minTip)
  const standard = tip('standard', slow)
  const fast = tip('fast', standard)
  return { slow, standard, fast, instant: tip('instant', max(fast, computePendingTip(pending))) }
}

/** Returns the weighted quantile of the needs of all windows of `horizon` blocks, or null if no block has an entry tip. */
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
  needs.sort((a, b) => ascending(a.need, b.need))
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
  // One wei above the lowest 5 % of the block's offers.
  return (offers[Math.floor(offers.length / 20)] ?? -1n) + 1n
}

function lower(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || (b !== null && b < a) ? b : a
}
