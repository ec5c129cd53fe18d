import type { LiquidationScan, Opportunity, SkippedPosition } from './opportunity.ts'
import { toOpportunity } from './profit.ts'
import { computeBestLiquidation } from './sizing/computeBestLiquidation.ts'
import type { Candidate, SizingContext } from './sizingContext.ts'

/**
 * Returns the best liquidation of each candidate whose profit is high enough, most profitable first. Also returns the
 * reasons why the other candidates are skipped.
 */
export function computeOpportunities(candidates: readonly Candidate[], context: SizingContext): LiquidationScan {
  const { chain, blockNumber, minProfitUsd } = context
  const opportunities: Opportunity[] = []
  const skipped: SkippedPosition[] = []
  for (const candidate of candidates) {
    const { protocol, market, account } = candidate
    const skip = (reason: string) =>
      skipped.push({ protocol: protocol.id, market: market.id, borrower: account.address, reason })
    const best = computeBestLiquidation({ ...candidate, ...context })
    if ('refused' in best) skip(best.refused)
    else if (best.netProfitUsd < minProfitUsd)
      skip(`Its net profit of ${best.netProfitUsd.toFixed(2)} USD is below the minimum of ${minProfitUsd}.`)
    else opportunities.push(toOpportunity(candidate, best, context))
  }
  opportunities.sort((a, b) => b.netProfitUsd - a.netProfitUsd)
  return { chain, blockNumber, opportunities, skipped }
}
