import { type Address, zeroAddress } from 'viem'
import { computeConfidence } from '../confidence/computeConfidence.ts'
import type { ConfidenceInputs } from '../confidence/confidenceInputs.ts'
import type { Hop } from '../sizing/playSwap.ts'
import type { AppliedTransaction } from '../view/applyTransaction.ts'
import type { DetectContext } from './context.ts'

/** Value of `tipMargin` without rivals. */
const noRivals = 3

/** Inputs of a finding without swaps, pending transactions and unknown facts. */
export const certain: ConfidenceInputs = {
  isSimulated: false,
  restsOnPending: false,
  hops: 0,
  unknownTokens: 0,
  unknownPools: 0,
  rivalsBefore: 0,
  rivalsAfter: 0,
  tipMargin: noRivals,
  queued: 0,
  gaps: 0,
}

/** Returns the confidence in swaps that depend on the context's subject, and its inputs. */
export function toConfidence(
  { subject, taxes, isKnownToken, isKnownPool }: DetectContext,
  hops: readonly Hop[],
  isSimulated = false,
): { readonly confidence: number; readonly inputs: ConfidenceInputs } {
  const isKnown = (token: Address) => token === zeroAddress || isKnownToken(token) || taxes.get(token) !== undefined
  const tokens = new Set(hops.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]))
  const pools = new Set(hops.map(({ pool }) => pool))
  const inputs: ConfidenceInputs = {
    isSimulated,
    restsOnPending: subject !== null,
    hops: hops.length,
    unknownTokens: [...tokens].filter((token) => !isKnown(token)).length,
    unknownPools: [...pools].filter((pool) => !isKnownPool(pool)).length,
    rivalsBefore: subject?.rivalry.before ?? 0,
    rivalsAfter: subject?.rivalry.after ?? 0,
    tipMargin: subject?.rivalry.tipMargin ?? noRivals,
    queued: subject?.isQueued ? 1 : 0,
    gaps: subject === null ? 0 : countGaps(subject.applied),
  }
  return { confidence: computeConfidence(inputs), inputs }
}

/**
 * Counts the gaps of a transaction. A simulation counts as one gap: the calldata is not decoded, so the outcome in the
 * block may differ.
 */
const countGaps = ({ gaps, simulated }: AppliedTransaction) => gaps.length + (simulated.length > 0 ? 1 : 0)
