import type { MempoolWatcher } from '@outrigger/mempool'
import type { Finding, MevDetector } from '@outrigger/mev'
import type { ScoreKeeper } from '@outrigger/mev/score'
import { type Address, formatEther } from 'viem'
import { createDecimals } from '../output/decimals.ts'
import { formatPercent } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { type Column, createTable } from '../output/table.ts'
import { shorten } from '../output/text.ts'
import { describeFinding, toOpportunityRow, toScoredRow } from './opportunityRow.ts'

const columns: readonly Column[] = [
  { title: 'time', width: 8 },
  { title: 'type', width: 11 },
  { title: 'profit', align: 'right', width: 13 },
  { title: 'sure', align: 'right', width: 5 },
  { title: 'method', width: 9 },
  { title: 'transaction', shorten: true, width: 11 },
  { title: 'what', text: true },
]

type Shown = {
  readonly detector: MevDetector
  readonly score: ScoreKeeper
  /** It knows the tokens' symbols. */
  readonly watcher: MempoolWatcher
}

/** Prints findings as they come and go, and what became of them with `--json`. */
export function showOpportunities({ detector, score, watcher }: Shown, output: Output): void {
  const table = createTable(columns)
  const toEther = createDecimals({ min: 4, max: 4 })
  const shown = new Map<string, Finding>()
  const describe = (finding: Finding) =>
    describeFinding(finding, (token) => watcher.token(token as Address)?.symbol ?? shorten(token, 11))
  const toTime = () => new Date().toISOString().slice(11, 19)
  detector.on('opportunity', (finding) => {
    const { id, type, transactions, estimatedProfit, confidence, method } = finding
    shown.set(id, finding)
    const profit = `${toEther([Number(formatEther(estimatedProfit))])[0]} ETH`
    const cells = [toTime(), type, profit, formatPercent(confidence), method, transactions[0] ?? '']
    output.data(toOpportunityRow(finding), () => table.toLines([[...cells, describe(finding)]]))
  })
  detector.on('gone', ({ id, by }) => {
    const finding = shown.get(id)
    if (finding === undefined) return
    shown.delete(id)
    const { type, transactions } = finding
    output.data({ event: 'gone', id, type, by }, () =>
      table.toLines([[toTime(), type, '', '', 'gone', transactions[0] ?? '', `${describe(finding)}, by a ${by}`]]),
    )
  })
  if (output.json) score.on('scored', (scored) => output.data(toScoredRow(scored), () => []))
}
