import type { MevDetector } from '@outrigger/mev'
import type { ScoreKeeper } from '@outrigger/mev/score'
import { formatEther } from 'viem'
import { createDecimals } from '../output/decimals.ts'
import { formatPercent } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { type Column, createTable } from '../output/table.ts'
import { describeFinding, toOpportunityRow, toScoredRow } from './opportunityRow.ts'

const columns: readonly Column[] = [
  { title: 'time', width: 8 },
  { title: 'type', width: 11 },
  { title: 'profit', align: 'right', width: 9 },
  { title: 'sure', align: 'right', width: 5 },
  { title: 'method', width: 9 },
  { title: 'transaction', shorten: true, width: 11 },
  { title: 'what', text: true },
]

/** Prints findings as they come and go, and what became of them with `--json`. */
export function showOpportunities(detector: MevDetector, score: ScoreKeeper, output: Output): void {
  const table = createTable(columns)
  const toEther = createDecimals({ min: 4, max: 4 })
  const shown = new Map<string, string>()
  const toTime = () => new Date().toISOString().slice(11, 19)
  detector.on('opportunity', (finding) => {
    const { id, type, transactions, estimatedProfit, confidence, method } = finding
    shown.set(id, type)
    const profit = toEther([Number(formatEther(estimatedProfit))])[0] ?? ''
    const cells = [toTime(), type, profit, formatPercent(confidence), method, transactions[0] ?? '']
    output.data(toOpportunityRow(finding), () => table.toLines([[...cells, describeFinding(finding)]]))
  })
  detector.on('gone', ({ id, by }) => {
    const type = shown.get(id) ?? ''
    shown.delete(id)
    output.data({ event: 'gone', id, type, by }, () =>
      table.toLines([[toTime(), type, '', '', 'gone', /0x[0-9a-f]{64}/.exec(id)?.[0] ?? '', `by a ${by}`]]),
    )
  })
  if (output.json) score.on('scored', (scored) => output.data(toScoredRow(scored), () => []))
}
