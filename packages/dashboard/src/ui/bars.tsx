import { Table } from './table.tsx'

type BarsProps = {
  readonly label: string
  /** Title of the name column. */
  readonly of: string
  /** Title of the value column. */
  readonly unit: string
  readonly rows: readonly (readonly [name: string, value: number])[]
  readonly format: (value: number) => string
}

/** A table of numbers, each with a bar that shows its share of the sum. */
export function Bars({ label, of, unit, rows, format }: BarsProps) {
  const sum = Math.max(
    rows.reduce((total, [, value]) => total + value, 0),
    1e-9,
  )
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={([name]) => name}
      columns={[
        { title: of, of: ([name]) => name.replaceAll('_', ' ') },
        { title: unit, right: true, of: ([, value]) => format(value) },
        {
          title: 'Share',
          of: ([, value]) => <Bar share={value / sum} />,
        },
      ]}
    />
  )
}

type BarProps = {
  /** Length of the bar, 0 to 1. */
  readonly share: number
  /** Draws the bar in gray, beside bars that matter more. */
  readonly isQuiet?: boolean
}

/** A horizontal bar in a cell of a table, whose number is in another cell. */
export function Bar({ share, isQuiet = false }: BarProps) {
  return (
    <svg class={`bar-of${isQuiet ? ' quiet' : ''}`} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect width={100 * Math.max(0, Math.min(1, share))} height="8" />
    </svg>
  )
}
