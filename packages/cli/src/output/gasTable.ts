import type { GasReading } from '@outrigger/api'
import { toGwei } from '@outrigger/core'
import { createDecimals } from './decimals.ts'
import { formatCount } from './format.ts'
import type { Paint } from './paint.ts'
import { type Column, createTable } from './table.ts'

const right = (title: string, width: number): Column => ({ title, align: 'right', width })

/** Fees in gwei: the base fee of the next block, then the maximum fee of each tier. */
const columns: readonly Column[] = [
  { title: 'gas (gwei)', width: 8 },
  { title: 'source', width: 7 },
  right('block', 5),
  right('next base', 6),
  right('slow', 6),
  right('standard', 6),
  right('fast', 6),
  right('instant', 6),
  { title: 'load' },
]

/** Columns that are dropped if a row does not fit on one line. */
const roomyColumns = ['source', 'block', 'load']
const wideEnough = 76

const congestionFormats = { low: 'green', medium: 'yellow', high: 'red', critical: 'redBright' } as const

/** Returns lines of gas prices. The first call also returns the titles. */
export type GasTable = (prices: readonly GasReading[]) => readonly string[]

export function createGasTable(paint: Paint, width?: number): GasTable {
  const isWide = width === undefined || width >= wideEnough
  const isShown = (_: unknown, index: number) => isWide || !roomyColumns.includes(columns[index]?.title ?? '')
  const table = createTable(columns.filter(isShown), width)
  const decimals = createDecimals({ significant: 3, min: 3 })
  return (prices) => {
    const fees = prices.flatMap((price) => toFees(price).map(toGwei))
    const texts = decimals(fees)
    const perPrice = prices.length === 0 ? 0 : fees.length / prices.length
    return table.toLines(
      prices.map((price, index) =>
        [
          // Shown here if the last column is dropped.
          isWide || !price.stale ? price.chain : `${price.chain} ${paint('red', 'stale')}`,
          paint(price.stale ? 'red' : price.source === 'primary' ? 'green' : 'yellow', price.source),
          formatCount(price.blockNumber),
          ...texts.slice(index * perPrice, (index + 1) * perPrice),
          price.stale ? paint('red', 'stale') : paint(congestionFormats[price.congestion], price.congestion),
        ].filter(isShown),
      ),
    )
  }
}

function toFees({ nextBaseFeePerGas, tiers }: GasReading): readonly bigint[] {
  const { slow, standard, fast, instant } = tiers
  return [nextBaseFeePerGas, ...[slow, standard, fast, instant].map(({ maxFeePerGas }) => maxFeePerGas)]
}
