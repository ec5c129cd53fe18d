import type { Opportunity, SkippedPosition } from '@outrigger/defi'
import { formatTokens, formatUsd } from '../output/format.ts'
import { type Column, toTable } from '../output/table.ts'
import { formatHealth } from './healthLines.ts'

const right = (title: string, width: number): Column => ({ title, align: 'right', width })

const columns: readonly Column[] = [
  { title: 'protocol', width: 11 },
  { title: 'borrower', width: 42 },
  right('health', 7),
  right('net profit', 11),
  right('gas', 8),
  right('repay', 18),
  right('receive', 18),
  { title: 'by' },
]

/** Opportunities as a table, the first with its titles. */
export function toOpportunityTable(opportunities: readonly Opportunity[], header: boolean): readonly string[] {
  return toTable(columns, opportunities.map(toCells)).slice(header ? 0 : 1)
}

function toCells({ debtToRepay, collateralToReceive, flashLoan, pendingUpdate, ...one }: Opportunity) {
  return [
    one.protocol,
    one.borrower,
    formatHealth(one.healthFactor),
    formatUsd(one.netProfitUsd),
    formatUsd(one.gasUsd),
    `${formatTokens(debtToRepay)} ${debtToRepay.symbol}`,
    `${formatTokens(collateralToReceive)} ${collateralToReceive.symbol}`,
    [
      flashLoan === null ? 'own funds' : `flash loan of ${flashLoan.source}`,
      ...(pendingUpdate === null ? [] : [`once ${pendingUpdate} is mined`]),
    ].join(', '),
  ]
}

/** What was left out and why, one line for each reason. */
export function toSkippedLines(skipped: readonly SkippedPosition[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { protocol, borrower, reason } of skipped) {
    const line = `${protocol} ${borrower === null ? 'is left out' : 'position left out'}: ${reason}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].map(([line, count]) => (count > 1 ? `${count} × ${line}` : line))
}
