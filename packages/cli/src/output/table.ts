import { stripVTControlCharacters } from 'node:util'

export type Column = {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** At least this wide, so that tables printed one row at a time line up. */
  readonly width?: number
}

const gap = '  '

/** Rows under their titles, as wide as needed; cells may carry colour. */
export function toTable(columns: readonly Column[], rows: readonly (readonly string[])[]): readonly string[] {
  const lines = [columns.map(({ title }) => title.toUpperCase()), ...rows]
  const widths = columns.map(({ width = 0 }, index) =>
    Math.max(width, ...lines.map((cells) => measure(cells[index] ?? ''))),
  )
  return lines.map((cells) =>
    columns
      .map(({ align = 'left' }, index) => {
        const cell = cells[index] ?? ''
        const padding = ' '.repeat((widths[index] ?? 0) - measure(cell))
        return align === 'right' ? padding + cell : cell + padding
      })
      .join(gap)
      .trimEnd(),
  )
}

function measure(text: string): number {
  return stripVTControlCharacters(text).length
}
