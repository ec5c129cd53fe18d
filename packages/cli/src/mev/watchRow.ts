import type { FindingReading } from '@outrigger/api'
import { encode, MevFinding } from '@outrigger/api/contract'
import type { ScoreKeeperEvents } from '@outrigger/mev/score'

/** Returns a finding for a line of JSON, with the fields of the stream `mev`. */
export const toFindingRow = (event: 'found' | 'changed', finding: FindingReading): Record<string, unknown> => ({
  event,
  ...encode(MevFinding, { ...finding, details: { ...finding.details } }),
})

/** Returns the outcome of a finding for a line of JSON. */
export function toScoredRow({ finding, outcome }: ScoreKeeperEvents['scored']): Record<string, unknown> {
  const { id, type, confidence, estimatedProfit } = finding
  return { event: 'scored', id, type, confidence, estimated_profit: estimatedProfit, outcome }
}

/** Describes a finding in a few words, with the symbols of tokens. */
export function describeFinding({ type, details }: FindingReading, toSymbol: (token: string) => string): string {
  const token = (name: string) => toSymbol(String(details[name]))
  const fixed = (name: string, digits: number) => Number(details[name]).toFixed(digits)
  switch (type) {
    case 'arbitrage':
    case 'backrun':
      return `${token('token')}: ${details['dexBuy']} → ${details['dexSell']}, spread ${fixed('spreadPercent', 2)} %`
    case 'sandwich':
      return `of ${fixed('victimValueEth', 2)} ETH with ${fixed('slippageTolerance', 2)} % slippage`
    case 'liquidation':
      return `${details['protocol']}, ${token('debt')} for ${token('collateral')}, bonus ${fixed('bonusPercent', 1)} %`
    case 'frontrun':
      return `call ${details['selector']}`
  }
}
