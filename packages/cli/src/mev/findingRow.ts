import type { MinedFinding } from '@outrigger/mev/inspect'
import { toSnakeCase } from '@outrigger/server/internal'

/** Returns a finding for a line of JSON, with amounts as decimal strings. */
export function toFindingRow(finding: MinedFinding): Record<string, unknown> {
  const { blockNumber, kind, transactions, profit, tokens, profitWei, profitUsd, details } = finding
  return {
    block_number: Number(blockNumber),
    kind,
    transactions,
    profit,
    tokens,
    details: {
      profit_wei: profitWei,
      profit_usd: profitUsd,
      ...toSnakeCase<unknown>({ ...details }),
      ...('swaps' in details && { swaps: details.swaps.map((swap) => toSnakeCase<unknown>(swap)) }),
    },
  }
}
