import type { FindingReading, GoneFinding } from '@outrigger/api'
import { encode, MevFinding } from '@outrigger/api/contract'
import type { ScoreKeeperEvents } from '@outrigger/mev/score'
import { formatEther } from 'viem'
import { createDecimals } from '../output/decimals.ts'
import { formatPercent } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { type Column, createTable } from '../output/table.ts'
import { shorten } from '../output/text.ts'
import { toFindingRows } from '../rows/mevFindings.ts'
import { describeFinding, toFindingRow, toScoredRow } from './watchRow.ts'

const columns: readonly Column[] = [
  { title: 'time', width: 8 },
  { title: 'type', width: 11 },
  { title: 'profit', align: 'right', width: 13 },
  { title: 'sure', align: 'right', width: 5 },
  { title: 'basis', width: 9 },
  { title: 'transaction', shorten: true, width: 11 },
  { title: 'what', text: true },
]

/** Returns the symbol of a token, or null if it is unknown. */
type ToSymbol = (token: string) => string | null
type Options = {
  readonly chain: string
  readonly toSymbol: ToSymbol
  /** @default the system clock */
  readonly nowMs?: () => number
}

const toTime = (ms: number) => new Date(ms).toISOString().slice(11, 19)

/** Returns a function that describes findings, and one that returns their cells. */
function createDescriber(toSymbol: ToSymbol) {
  const toEther = createDecimals({ min: 4, max: 4 })
  const describe = (finding: FindingReading) =>
    describeFinding(finding, (token) => toSymbol(token) ?? shorten(token, 11))
  const toCells = (finding: FindingReading, timeMs: number): readonly string[] => {
    const { type, transactions, estimatedProfit, confidence, basis } = finding
    const profit = `${toEther([Number(formatEther(estimatedProfit))])[0]} ETH`
    return [toTime(timeMs), type, profit, formatPercent(confidence), basis, transactions[0] ?? '', describe(finding)]
  }
  return { describe, toCells }
}

/** Prints current findings with the times at which they were found. */
export function listFindings(findings: readonly FindingReading[], output: Output, { chain, toSymbol }: Options): void {
  const table = createTable(columns)
  const { toCells } = createDescriber(toSymbol)
  for (const finding of findings)
    output.data(
      encode(MevFinding, { ...finding, details: { ...finding.details } }),
      () => table.toLines([toCells(finding, finding.firstSeenMs)]),
      () => toFindingRows(finding, { event: 'current', chain, nowMs: Date.now() }),
    )
}

/** Returns listeners that print findings as they are found, change and end, and their outcomes. */
export function showFindings(output: Output, { chain, toSymbol, nowMs = Date.now }: Options) {
  const table = createTable(columns)
  const { describe, toCells } = createDescriber(toSymbol)
  const shown = new Map<string, FindingReading>()

  const show = (event: 'found' | 'changed') => (finding: FindingReading) => {
    shown.set(finding.id, finding)
    output.data(
      toFindingRow(event, finding),
      () => table.toLines([toCells(finding, nowMs())]),
      () => toFindingRows(finding, { event, chain, nowMs: nowMs() }),
    )
  }
  return {
    onFound: show('found'),
    onChanged: show('changed'),
    onGone({ id, reason }: GoneFinding) {
      const finding = shown.get(id)
      if (finding === undefined) return
      shown.delete(id)
      const { type, transactions } = finding
      const text = `${describe(finding)}: ${reason}`
      output.data(
        { event: 'gone', id, type, reason },
        () => table.toLines([[toTime(nowMs()), type, '', '', 'gone', transactions[0] ?? '', text]]),
        () => toFindingRows(finding, { event: 'gone', chain, nowMs: nowMs(), reason }),
      )
    },
    onScored(scored: ScoreKeeperEvents['scored']) {
      const { finding, outcome } = scored
      output.data(
        toScoredRow(scored),
        () => table.toLines([toOutcomeCells(scored, nowMs())]),
        () => toFindingRows(finding, { event: 'scored', chain, nowMs: nowMs(), outcome }),
      )
    },
  }
}

/** The profit on the chain, and why it is below the estimate or unknown. */
function toOutcomeCells({ finding, outcome }: ScoreKeeperEvents['scored'], timeMs: number): readonly string[] {
  const profit = 'profit' in outcome ? `${Number(formatEther(outcome.profit)).toFixed(4)} ETH` : ''
  const why = 'why' in outcome ? outcome.why : ''
  return [toTime(timeMs), finding.type, profit, '', outcome.kind, finding.transactions[0] ?? '', why]
}
