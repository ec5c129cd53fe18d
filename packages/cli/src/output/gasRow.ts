import type { GasReading } from '../readings/readings.ts'
import { formatCount, formatGwei } from './format.ts'
import type { Paint } from './paint.ts'
import type { Column } from './table.ts'

const right = (title: string, width: number): Column => ({ title, align: 'right', width })

/** Fees in gwei: the base fee of the next block, then the most to offer in each tier. */
export const gasColumns: readonly Column[] = [
  { title: 'gas (gwei)', width: 10 },
  { title: 'source', width: 12 },
  right('block', 11),
  right('next base', 9),
  right('slow', 9),
  right('standard', 9),
  right('fast', 9),
  right('instant', 9),
  { title: 'congestion' },
]

const congestionFormats = { low: 'green', medium: 'yellow', high: 'red', critical: 'redBright' } as const

export function toGasCells(price: GasReading, paint: Paint): readonly string[] {
  const { slow, standard, fast, instant } = price.tiers
  const source = price.stale ? `${price.source}, stale` : price.source
  return [
    price.chain,
    paint(price.stale ? 'red' : price.source === 'primary' ? 'green' : 'yellow', source),
    formatCount(price.blockNumber),
    formatGwei(price.nextBaseFeePerGas),
    ...[slow, standard, fast, instant].map(({ maxFeePerGas }) => formatGwei(maxFeePerGas)),
    paint(congestionFormats[price.congestion], price.congestion),
  ]
}
