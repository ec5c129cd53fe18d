import type { FindingReading, GoneFinding } from '@outrigger/api'
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

type Options = {
  readonly chain: string
  /** Returns the symbol of a token, or null if it is unknown. */
  readonly toSymbol: (token: string) => string | null
}

/** Returns listeners that print findings as they are found, change and end. */
export function showFindings(output: Output, { chain, toSymbol }: Options) {
  const table = createTable(columns)
  const toEther = createDecimals({ min: 4, max: 4 })
  const shown = new Map<string, FindingReading>()
  const describe = (finding: FindingReading) =>
    describeFinding(finding, (token) => toSymbol(token) ?? shorten(token, 11))
  const toTime = () => new Date().toISOString().slice(11, 19)

  const show = (event: 'found' | 'changed') => (finding: FindingReading) => {
    const { id, type, transactions, estimatedProfit, confidence, basis } = finding
    shown.set(id, finding)
    const profit = `${toEther([Number(formatEther(estimatedProfit))])[0]} ETH`
    const cells = [toTime(), type, profit, formatPercent(confidence), basis, transactions[0] ?? '', describe(finding)]
    output.data(
      toFindingRow(event, finding),
      () => table.toLines([cells]),
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
        () => table.toLines([[toTime(), type, '', '', 'gone', transactions[0] ?? '', text]]),
        () => toFindingRows(finding, { event: 'gone', chain, nowMs: Date.now(), reason }),
      )
    },
  }
}
