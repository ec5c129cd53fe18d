import { escapeControls } from '@outrigger/core/internal'
import { getLineWidth } from '../output/lineWidth.ts'
import type { Paint } from '../output/paint.ts'
import { createTable } from '../output/table.ts'
import { fit, measure, wrap } from '../output/text.ts'
import type { Row } from '../rows/schema.ts'
import type { ResultColumn } from './resultColumns.ts'

type Cells = readonly Row[string][]

/** Prints rows as they arrive. */
export type ResultText = { toLines(rows: readonly Cells[]): readonly string[] }

const hash = /^0x[\da-f]{40,}$/i
const shortHash = 11
const gap = 2

/** Creates a table, or a list of the columns of each row if the first rows do not fit in lines. */
export function createResultText(columns: readonly ResultColumn[], paint: Paint, width = getLineWidth()): ResultText {
  let text: ResultText | undefined
  return {
    toLines(rows) {
      text ??= isWide(columns, rows, width)
        ? createRecords(columns, paint, width)
        : createGrid(columns, rows, paint, width)
      return text.toLines(rows)
    },
  }
}

const isHash = (cell: Row[string]): boolean => typeof cell === 'string' && hash.test(cell)

/** Whether the rows are wider than a line, even with shortened hashes. */
function isWide(columns: readonly ResultColumn[], rows: readonly Cells[], width: number): boolean {
  const widths = columns.map((column, index) => {
    const cells = rows.map((row) => row[index] ?? null)
    const longest = Math.max(0, ...cells.map((cell) => (isHash(cell) ? shortHash : measure(toText(column, cell)))))
    return Math.max(measure(column.name), longest)
  })
  return widths.reduce((sum, one) => sum + one + gap, -gap) > width
}

function createGrid(
  columns: readonly ResultColumn[],
  first: readonly Cells[],
  paint: Paint,
  width: number,
): ResultText {
  const table = createTable(
    columns.map(({ name, isNumber }, index) => ({
      title: name,
      exact: true,
      align: isNumber ? 'right' : 'left',
      shorten: first.some((row) => isHash(row[index] ?? null)),
    })),
    width,
  )
  return {
    toLines: (rows) =>
      table.toLines(rows.map((row) => columns.map((column, index) => toCell(column, row[index] ?? null, paint)))),
  }
}

function createRecords(columns: readonly ResultColumn[], paint: Paint, width: number): ResultText {
  const nameWidth = Math.max(...columns.map(({ name }) => measure(name)))
  let count = 0
  const toLines = (column: ResultColumn, cell: Row[string]) => {
    const line = `  ${fit(column.name, nameWidth, 'left')}  ${toCell(column, cell, paint)}`
    return measure(line) <= width
      ? [line]
      : [...wrap(column.name, width, '  '), ...wrap(toText(column, cell), width, '    ')]
  }
  return {
    toLines: (rows) =>
      rows.flatMap((row) => {
        count += 1
        return [
          paint('bold', `row ${count}`),
          ...columns.flatMap((column, index) => toLines(column, row[index] ?? null)),
        ]
      }),
  }
}

const toCell = (column: ResultColumn, cell: Row[string], paint: Paint): string =>
  cell === null ? paint('dim', 'NULL') : toText(column, cell)

function toText({ type }: ResultColumn, cell: Row[string]): string {
  if (cell === null) return 'NULL'
  if (type !== 'timestamp') return escapeControls(String(cell))
  return new Date(Number(cell))
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, '')
}
