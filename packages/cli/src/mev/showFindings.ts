import type { FindingReading, GoneFinding } from '@outrigger/api'
import { encode, MevFinding } from '@outrigger/api/contract'
import { formatEther } from 'viem'
import { createDecimals } from '../output/decimals.ts'
import { formatPercent } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import { type Column, createTable } from '../output/table.ts'
import { shorten } from '../output/text.ts'
import { toFindingRows } from '../rows/mevFindings.ts'
import { describeFinding, toFindingRow } from './watchRow.ts'

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
type Options = { readonly chain: string; readonly toSymbol: ToSymbol }

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

/** Returns listeners that print findings as they are found, change and end. */
export function showFindings(output: Output, { chain, toSymbol }: Options) {
  const table = createTable(columns)
  const { describe, toCells } = createDescriber(toSymbol)
  const shown = new Map<string, FindingReading>()

  const show = (event: 'found' | 'changed') => (finding: FindingReading) => {
    shown.set(finding.id, finding)
    output.data(
      toFindingRow(event, finding),
      () => table.toLines([toCells(finding, Date.now())]),
      () => toFindingRows(finding, { event, chain, nowMs: Date.now() }),
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
        () => table.toLines([[toTime(Date.now()), type, '', '', 'gone', transactions[0] ?? '', text]]),
        () => toFindingRows(finding, { event: 'gone', chain, nowMs: Date.now(), reason }),
      )
    },
  }
}
