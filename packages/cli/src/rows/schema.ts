/** Types of a column, with the type of its cells in a row. */
type CellTypes = {
  string: string
  /** Hash, address or calldata. Lower case if it is hex, unlike the signatures of Solana. */
  hex: string
  /** Whole number of any size, such as wei. Written as a decimal string, because Parquet has no type for 256 bits. */
  decimal: bigint
  bool: boolean
  int32: number
  int64: bigint | number
  double: number
  /** Unix ms. */
  timestamp: number
}
export type ColumnType = keyof CellTypes

export type Column<type extends ColumnType = ColumnType, nullable extends boolean = boolean> = {
  readonly type: type
  readonly description: string
  readonly isNullable: nullable
}
type Columns = Readonly<Record<string, Column>>

type Cell<column extends Column> = CellTypes[column['type']] | (column['isNullable'] extends false ? never : null)
type RowOf<columns extends Columns> = { readonly [name in keyof columns]: Cell<columns[name]> }

/** A row of any schema. */
export type Row = Readonly<Record<string, string | number | bigint | boolean | null>>

/** A kind of row: the columns of its files, in order. Another list of columns is another version. */
export type Schema = {
  readonly name: string
  readonly version: number
  readonly description: string
  readonly columns: Columns
  /** Column with the time of a row, which decides its day in a partitioned directory. Null: the time of writing. */
  readonly time: string | null
}

/** Rows of one schema. */
export type Table = { readonly schema: Schema; readonly rows: readonly Row[] }

type Definition<columns extends Columns> = Omit<Schema, 'columns' | 'time'> & {
  readonly columns: columns
  readonly time?: keyof columns & string
}

/**
 * Defines a kind of row.
 *
 * @example
 * const prices = defineRows({ name: 'prices', version: 1, description: 'Prices.', columns: { usd: column('double', 'Price') } })
 * prices.of([{ usd: 1 }])
 */
export function defineRows<const columns extends Columns>({ time, ...definition }: Definition<columns>) {
  const schema: Schema = { ...definition, time: time ?? null }
  return { ...schema, of: (rows: readonly RowOf<columns>[]): Table => ({ schema, rows }) }
}

export const column = <type extends ColumnType>(type: type, description: string): Column<type, false> => ({
  type,
  description,
  isNullable: false,
})

/** A column whose cells may be null. */
export const orNull = <type extends ColumnType>(type: type, description: string): Column<type, true> => ({
  type,
  description,
  isNullable: true,
})
