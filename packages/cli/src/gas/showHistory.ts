import type { toWireUnifiedHistory } from '@outrigger/server/internal'
import { createDecimals } from '../output/decimals.ts'
import { toTable } from '../output/table.ts'

const chartWidth = 16

/** Returns a row for each period. The length of its bar is its average relative to the highest average. */
export function toHistoryLines({ chain, history }: ReturnType<typeof toWireUnifiedHistory>): readonly string[] {
  if (history.length === 0) return [`No past fees of ${chain} are known.`]
  const dearest = Math.max(...history.map(({ avg_gas }) => avg_gas))
  const format = createDecimals()
  const [averages, lows, highs] = (['avg_gas', 'min_gas', 'max_gas'] as const).map((field) =>
    format(history.map((row) => row[field])),
  )
  return toTable(
    [
      { title: 'UTC' },
      { title: '', width: chartWidth },
      ...['gwei', 'lowest', 'highest'].map((title) => ({ title, align: 'right' as const })),
    ],
    history.map(({ timestamp, avg_gas }, row) => [
      timestamp.slice(5, 16).replace('T', ' '),
      toBar(dearest === 0 ? 0 : avg_gas / dearest),
      ...[averages, lows, highs].map((texts) => texts?.[row] ?? ''),
    ]),
  )
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** @example toBar(0.5) // '████████' */
export function toBar(share: number): string {
  const length = Math.round(share * chartWidth * 8)
  return '█'.repeat(Math.floor(length / 8)) + eighths[length % 8]
}
