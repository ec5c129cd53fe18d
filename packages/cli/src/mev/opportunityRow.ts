import type { Finding } from '@outrigger/mev'
import type { ScoreKeeperEvents } from '@outrigger/mev/score'
import { toSnakeCase } from '@outrigger/server/internal'

/** A finding as a line of JSON; amounts are decimal strings there. */
export function toOpportunityRow(finding: Finding): Record<string, unknown> {
  const { id, type, transactions, blockNumber, estimatedProfit, confidence, method, details, swaps } = finding
  return {
    event: 'opportunity',
    id,
    type,
    transactions,
    block_number: Number(blockNumber),
    estimated_profit: estimatedProfit,
    confidence,
    method,
    details: toSnakeCase<unknown>({ ...details }),
    swaps: swaps.map(({ position, hops, amountIn, amountOut }) => ({
      position,
      amount_in: amountIn,
      amount_out: amountOut,
      hops: hops.map((hop) => toSnakeCase<unknown>(hop)),
    })),
  }
}

/** What became of a finding, as a line of JSON. */
export function toScoredRow({ finding, outcome }: ScoreKeeperEvents['scored']): Record<string, unknown> {
  const { id, type, confidence, estimatedProfit } = finding
  return { event: 'scored', id, type, confidence, estimated_profit: estimatedProfit, outcome }
}

/** Describes a finding in a few words, with the symbols of tokens. */
export function describeFinding(finding: Finding, toSymbol: (token: string) => string): string {
  switch (finding.type) {
    case 'arbitrage':
    case 'backrun':
      return `${toSymbol(finding.details.token)}: ${finding.details.dexBuy} → ${finding.details.dexSell}, spread ${finding.details.spreadPercent.toFixed(2)} %`
    case 'sandwich':
      return `of ${finding.details.victimValueEth.toFixed(2)} ETH with ${finding.details.slippageTolerance.toFixed(2)} % slippage`
    case 'liquidation':
      return `${finding.details.protocol}, ${toSymbol(finding.details.debt)} for ${toSymbol(finding.details.collateral)}, bonus ${finding.details.bonusPercent.toFixed(1)} %`
    case 'frontrun':
      return `call ${finding.details.selector}`
  }
}
