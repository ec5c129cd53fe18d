import type { MinedFinding } from '@outrigger/mev/inspect'
import { toSnakeCase } from '@outrigger/server/internal'

/**
 * Returns a finding for a line of JSON, with amounts as decimal strings.
 *
 * @param timestamp Unix seconds of the block
 */
export function toFindingRow(
  finding: MinedFinding,
  { chain, timestamp }: { readonly chain: string; readonly timestamp: bigint | null },
): Record<string, unknown> {
  const { blockNumber, kind, transactions, profit, tokens, profitWei, profitUsd, details } = finding
  return {
    chain,
    block_number: Number(blockNumber),
    block_time: timestamp === null ? null : new Date(Number(timestamp) * 1000).toISOString(),
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
