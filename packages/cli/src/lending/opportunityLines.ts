import type { Opportunity, SkippedPosition } from '@outrigger/defi'
import { formatAmounts, formatUsds } from '../output/format.ts'
import { type Column, createTable } from '../output/table.ts'
import { formatHealth } from './healthLines.ts'

const right = (title: string, width: number): Column => ({ title, align: 'right', width })

const columns: readonly Column[] = [
  { title: 'protocol', width: 11 },
  right('health', 6),
  right('net profit', 10),
  right('gas', 6),
  right('repay', 14),
  right('receive', 14),
  { title: 'borrower, by', text: true },
]

/** Returns lines of opportunities. The first call also returns the titles. */
export type OpportunityTable = (opportunities: readonly Opportunity[]) => readonly string[]

export function createOpportunityTable(width?: number): OpportunityTable {
  const table = createTable(columns, width)
  return (opportunities) => {
    const profits = formatUsds(opportunities.map(({ netProfitUsd }) => netProfitUsd))
    const gas = formatUsds(opportunities.map(({ gasUsd }) => gasUsd))
    return table.toLines(
      opportunities.map((one, index) => [
        one.protocol,
        formatHealth(one.healthFactor),
        profits[index] ?? '',
        gas[index] ?? '',
        toAmount(one.debtToRepay),
        toAmount(one.collateralToReceive),
        toWords(one),
      ]),
    )
  }
}

// Amounts of different tokens: each has the digits it needs.
const toAmount = (amount: Opportunity['debtToRepay']): string => `${formatAmounts([amount])[0]} ${amount.symbol}`

function toWords({ borrower, flashLoan, pendingUpdate }: Opportunity): string {
  const funds = flashLoan === null ? 'own funds' : `flash loan from ${flashLoan.source}`
  return [borrower, funds, ...(pendingUpdate === null ? [] : [`once ${pendingUpdate} is mined`])].join(', ')
}

/** Returns one line for each reason why positions were skipped. */
export function toSkippedLines(skipped: readonly SkippedPosition[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { protocol, borrower, reason } of skipped) {
    const line = `${protocol} ${borrower === null ? 'is skipped' : 'position skipped'}: ${reason}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].map(([line, count]) => (count > 1 ? `${count} × ${line}` : line))
}
