import type { ComponentChildren } from 'preact'

export type Column<Row> = {
  readonly title: string
  readonly of: (row: Row) => ComponentChildren
  /** Aligns the column to the right, for numbers. */
  readonly right?: boolean
}
type TableProps<Row> = {
  /** Name of the table for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row, index: number) => string | number
}

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section class="scroll" aria-label={`${label}, table`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, right }) => (
              <th key={title} scope="col" class={right ? 'right' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)}>
              {columns.map(({ title, of, right }) => (
                <td key={title} class={right ? 'right' : undefined}>
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
