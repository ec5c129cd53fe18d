import type { ComponentChildren } from 'preact'

export type Column<Row> = {
  readonly title: string
  readonly of: (row: Row) => ComponentChildren
  /** Aligns the column to the right, for numbers. */
  readonly right?: boolean
  /** Keeps the column in view while a wide table scrolls, for buttons. */
  readonly isAction?: boolean
  /** Width in rem, for steady tables. @default the rest of the width */
  readonly rem?: number
}
type TableProps<Row> = {
  /** Name of the table for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row, index: number) => string | number
  /** Keeps the height and the widths of the columns, for rows that come and go while the user reads. `keyOf` should then return the index. */
  readonly isSteady?: boolean
}

/** On a phone, each row of a table with more columns becomes a block with the column titles in it. */
const mostNarrow = 4

const toClass = (right = false, isAction = false) => (isAction ? 'action' : right ? 'right' : undefined)

export function Table<Row>({ label, columns, rows, keyOf, isSteady = false }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section class={isSteady ? 'scroll steady' : 'scroll'} aria-label={`${label}, table`} tabIndex={0}>
      <table class={columns.length > mostNarrow ? 'stacked' : undefined}>
        <thead>
          <tr>
            {columns.map(({ title, right, isAction, rem }) => (
              <th
                key={title}
                scope="col"
                class={toClass(right, isAction)}
                style={rem === undefined ? undefined : { width: `${rem}rem` }}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)}>
              {columns.map(({ title, of, right, isAction }) => (
                <td key={title} class={toClass(right, isAction)} data-title={title}>
                  {of(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
