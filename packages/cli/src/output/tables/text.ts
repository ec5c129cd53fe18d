import { escapeControls } from '@outrigger/core/internal'
import type { ColumnType, Row, Schema } from '../../rows/schema.ts'

/** How a format writes rows as lines of text. */
export type TextFormat = {
  /** First line of a file, without the line break. Null: the format has none. */
  toHeader(schema: Schema): string | null
  toLine(schema: Schema, row: Row): string
  /** Columns of a file, from its first line. Null if the line is not of this format. */
  readColumns(line: string): readonly string[] | null
}

type Cell = Row[string] | undefined

/** Returns the text of a cell. Control characters are escaped, because a terminal would obey them. */
export function toText(type: ColumnType, cell: Cell): string {
  if (type === 'timestamp') return new Date(Number(cell)).toISOString()
  const text = String(cell)
  if (type === 'hex' && text.startsWith('0x')) return text.toLowerCase()
  return type === 'string' ? escapeControls(text) : text
}

const toCsvField = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** CSV of RFC 4180 with a header. An empty field is null. */
export const csv: TextFormat = {
  toHeader: ({ columns }) =>
    Object.keys(columns)
      .map((name) => toCsvField(escapeControls(name)))
      .join(','),
  toLine: ({ columns }, row) =>
    Object.entries(columns)
      .map(([name, { type }]) => (row[name] == null ? '' : toCsvField(toText(type, row[name]))))
      .join(','),
  readColumns: (line) => line.split(','),
}

/** One JSON object per line, with all columns. Numbers are JSON numbers, decimals and times are strings. */
export const ndjson: TextFormat = {
  toHeader: () => null,
  toLine({ columns }, row) {
    const fields = Object.entries(columns).map(
      ([name, { type }]) => `${escapeControls(JSON.stringify(name))}:${toJsonValue(type, row[name])}`,
    )
    return `{${fields.join(',')}}`
  },
  readColumns(line) {
    try {
      return Object.keys(JSON.parse(line) as object)
    } catch {
      return null
    }
  },
}

function toJsonValue(type: ColumnType, cell: Cell): string {
  if (cell == null) return 'null'
  const isText = type === 'string' || type === 'hex' || type === 'decimal' || type === 'timestamp'
  // JSON has no NaN and no infinity.
  if (type === 'double' && !Number.isFinite(cell)) return 'null'
  return isText ? escapeControls(JSON.stringify(toText(type, cell))) : String(cell)
}
