import { getLineWidth } from './lineWidth.ts'
import { fit, measure, shorten, wrap } from './text.ts'

export type Column = {
  readonly title: string
  /** Prints the title as it is instead of in capitals. */
  readonly exact?: boolean
  readonly align?: 'left' | 'right'
  /** Minimum width, so that rows printed one after the other line up. */
  readonly width?: number
  /** A hash or an address, which is shortened in the middle if the line is too long. */
  readonly shorten?: boolean
  /** Words in the last column. They are on lines of their own below the row if they do not fit. */
  readonly text?: boolean
}

/** A table that grows. Its titles are above the first rows, and later rows use the column widths of earlier ones. */
export type Table = { toLines(rows: readonly (readonly string[])[]): readonly string[] }

type Layout = {
  readonly gap: string
  readonly widths: readonly number[]
  readonly groups: readonly (readonly number[])[]
}

/** Width of a shortened hash: `0x1234…cdef`. */
const shortWidth = 11
/** Hashes are shortened to leave this width for words. */
const usualWords = 40
const indent = '  '

/**
 * Creates a table with lines no longer than `width`. Cells may have colors. If a row is too long, hashes are shortened first,
 * then gaps. Otherwise the row and its titles take several lines.
 */
export function createTable(columns: readonly Column[], width = getLineWidth()): Table {
  const text = columns.findIndex((column) => column.text === true)
  const fixed = text < 0 ? columns : columns.slice(0, text)
  let natural: readonly number[] = fixed.map((column) => column.width ?? 0)
  let words = 0
  let isBegun = false
  return {
    toLines(rows) {
      const titles = columns.map(({ title, exact }) => (exact ? title : title.toUpperCase()))
      const lines = isBegun ? rows : [titles, ...rows]
      isBegun = true
      natural = natural.map((least, index) => Math.max(least, ...lines.map((cells) => measure(cells[index] ?? ''))))
      if (text >= 0) words = Math.max(words, ...lines.map((cells) => Math.min(measure(cells[text] ?? ''), usualWords)))
      const layout = computeLayout(fixed, natural, width, words)
      return lines.flatMap((cells) => toRowLines(cells, fixed, layout, width))
    },
  }
}

/** Returns the lines of a whole table. */
export const toTable = (
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width?: number,
): readonly string[] => createTable(columns, width).toLines(rows)

function computeLayout(columns: readonly Column[], natural: readonly number[], width: number, words: number): Layout {
  const all = columns.map((_, index) => index)
  const total = (widths: readonly number[], gap: number) =>
    widths.reduce((sum, each) => sum + each, 0) + gap * Math.max(0, widths.length - 1)
  const sizes = [...natural]
  columns.forEach(({ shorten: isHash = false }, index) => {
    const excess = total(words > 0 ? [...sizes, words] : sizes, 2) - width
    const size = sizes[index] ?? 0
    if (isHash && excess > 0) sizes[index] = Math.max(Math.min(size, shortWidth), size - excess)
  })
  for (const gap of [indent, ' ']) if (total(sizes, gap.length) <= width) return { gap, widths: sizes, groups: [all] }
  const groups: number[][] = []
  let length = 0
  for (const index of all) {
    const size = sizes[index] ?? 0
    const last = groups.at(-1)
    if (last && length + indent.length + size <= width) last.push(index)
    else groups.push([index])
    length = last === groups.at(-1) ? length + indent.length + size : size + (groups.length > 1 ? indent.length : 0)
  }
  return { gap: indent, widths: sizes, groups }
}

function toRowLines(
  cells: readonly string[],
  columns: readonly Column[],
  { gap, widths, groups }: Layout,
  width: number,
): readonly string[] {
  const lines = groups.map((group, place) => {
    const parts = group.map((index) => {
      const { align = 'left', shorten: isHash } = columns[index] as Column
      const size = widths[index] ?? 0
      return fit(isHash ? shorten(cells[index] ?? '', size) : (cells[index] ?? ''), size, align)
    })
    return `${place > 0 ? indent : ''}${parts.join(gap)}`
  })
  const words = cells[columns.length] ?? ''
  const last = lines.at(-1) ?? ''
  if (words === '') return lines.map((line) => line.trimEnd())
  if (measure(last) + indent.length + measure(words) <= width)
    return [...lines.slice(0, -1), last === '' ? words : `${last}${indent}${words}`].map((line) => line.trimEnd())
  const deep = indent.repeat(groups.length > 1 ? 2 : 1)
  return [...lines.map((line) => line.trimEnd()), ...wrap(words, width, deep)]
}
