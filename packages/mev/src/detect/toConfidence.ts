import { type Address, type Hex, zeroAddress } from 'viem'
import { computeConfidence } from '../confidence/computeConfidence.ts'
import type { ConfidenceInputs } from '../confidence/confidenceInputs.ts'
import type { Hop } from '../sizing/playSwap.ts'
import type { DetectContext } from './context.ts'

/** `tipMargin` without rivals. */
export const noRivals = 3

/** The confidence in swaps that rest on the context's subject, and what it was computed from. */
export function toConfidence(
  { subject, taxes, isKnownToken, isKnownPool }: DetectContext,
  hops: readonly Hop[],
  isSimulated = false,
): { readonly confidence: number; readonly inputs: ConfidenceInputs } {
  const isUnknown = (token: Address) => token !== zeroAddress && !isKnownToken(token) && taxes.get(token) === undefined
  const unknownTokens = new Set<Address>()
  const unknownPools = new Set<Hex>()
  for (const { pool, tokenIn, tokenOut } of hops) {
    if (isUnknown(tokenIn)) unknownTokens.add(tokenIn)
    if (isUnknown(tokenOut)) unknownTokens.add(tokenOut)
    if (!isKnownPool(pool)) unknownPools.add(pool)
  }
  const inputs: ConfidenceInputs = {
    isSimulated,
    restsOnPending: subject !== null,
    hops: hops.length,
    unknownTokens: unknownTokens.size,
    unknownPools: unknownPools.size,
    rivalsBefore: subject?.rivalry.before ?? 0,
    rivalsAfter: subject?.rivalry.after ?? 0,
    tipMargin: subject?.rivalry.tipMargin ?? noRivals,
    queued: subject?.isQueued ? 1 : 0,
    gaps: subject?.applied.gaps.length ?? 0,
  }
  return { confidence: computeConfidence(inputs), inputs }
}
