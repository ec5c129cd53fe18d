import type { DuckDBBlobValue, DuckDBResult, DuckDBType, DuckDBValue } from '@duckdb/node-api'
import { bytesToHex } from 'viem'
import { type ColumnType, orNull, type Row, type Schema } from '../rows/schema.ts'
import type { DuckDb } from './duckDb.ts'

type Cell = Row[string]

/** A column of a result. */
export type ResultColumn = {
  readonly name: string
  readonly type: ColumnType
  readonly isNumber: boolean
  /** Returns a value as a cell of a file. Nested values are JSON texts. */
  toCell(value: DuckDBValue): Cell
  /** Returns a value for JSON. Nested values are arrays and objects. */
  toJson(value: DuckDBValue): unknown
}

/** Types of DuckDB whose values are no texts in files. */
const columnTypes: Readonly<Record<string, ColumnType>> = {
  BOOLEAN: 'bool',
  TINYINT: 'int32',
  SMALLINT: 'int32',
  INTEGER: 'int32',
  UTINYINT: 'int32',
  USMALLINT: 'int32',
  UINTEGER: 'int64',
  BIGINT: 'int64',
  UBIGINT: 'decimal',
  HUGEINT: 'decimal',
  UHUGEINT: 'decimal',
  BIGNUM: 'decimal',
  FLOAT: 'double',
  DOUBLE: 'double',
  TIMESTAMP: 'timestamp',
  TIMESTAMP_S: 'timestamp',
  TIMESTAMP_MS: 'timestamp',
  TIMESTAMP_NS: 'timestamp',
  TIMESTAMP_TZ: 'timestamp',
}
const numbers: readonly ColumnType[] = ['int32', 'int64', 'decimal', 'double']
const nested = ['LIST', 'STRUCT', 'MAP', 'ARRAY', 'UNION', 'VARIANT']

export function toResultColumns(result: DuckDBResult, duckDb: DuckDb): readonly ResultColumn[] {
  const types = result.columnTypes()
  return result.deduplicatedColumnNames().map((name, index) => toColumn(name, types[index] as DuckDBType, duckDb))
}

function toColumn(name: string, type: DuckDBType, { DuckDBTypeId, JsonDuckDBValueConverter }: DuckDb): ResultColumn {
  const kind = DuckDBTypeId[type.typeId] ?? ''
  const columnType = columnTypes[kind] ?? 'string'
  const isNumber = kind === 'DECIMAL' || numbers.includes(columnType)
  if (nested.includes(kind)) {
    const toJson = (value: DuckDBValue) => JsonDuckDBValueConverter(value, type, JsonDuckDBValueConverter)
    const toCell = (value: DuckDBValue) => (value === null ? null : JSON.stringify(toJson(value)))
    return { name, type: 'string', isNumber, toCell, toJson }
  }
  const toText = kind === 'BLOB' ? toHex : (value: DuckDBValue) => toScalar(columnType, value)
  const toCell = (value: DuckDBValue) => (value === null ? null : toText(value))
  return { name, type: columnType, isNumber, toCell, toJson: (value) => toJsonScalar(columnType, toCell(value)) }
}

const toHex = (value: DuckDBValue) => bytesToHex((value as DuckDBBlobValue).bytes)

function toScalar(type: ColumnType, value: DuckDBValue): Cell {
  if (type === 'string') return String(value)
  return type === 'timestamp' ? toUnixMs(value as object) : (value as Cell)
}

/** Latest and earliest time of a date in JavaScript. Times beyond, such as `infinity`, are null. */
const mostMs = 8.64e15

function toUnixMs(value: object): number | null {
  const { seconds, millis, micros, nanos } = value as Readonly<Record<string, bigint | undefined>>
  const ms =
    seconds !== undefined
      ? Number(seconds) * 1000
      : Number(millis ?? (micros === undefined ? (nanos ?? 0n) / 1_000_000n : micros / 1000n))
  return Math.abs(ms) <= mostMs ? ms : null
}

function toJsonScalar(type: ColumnType, cell: Cell): unknown {
  if (type === 'timestamp' && cell !== null) return new Date(Number(cell)).toISOString()
  // JSON readers lose the last digits of larger numbers.
  return type === 'int64' && Number.isSafeInteger(Number(cell)) && cell !== null ? Number(cell) : cell
}

/** The kind of the rows of a result, for files. */
export const toSchema = (columns: readonly ResultColumn[]): Schema => ({
  name: 'sql',
  version: 1,
  description: 'Result of a query.',
  time: null,
  columns: Object.fromEntries(columns.map(({ name, type }) => [name, orNull(type, '')])),
})
