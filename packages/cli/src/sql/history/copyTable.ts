import type { DuckDBConnection } from '@duckdb/node-api'
import type { Store } from '@outrigger/core'
import type { ColumnType, Row, Schema } from '../../rows/schema.ts'
import { type DuckDb, duckDbTypes, toIdentifier } from '../duckDb.ts'
import { historyTables } from './registry.ts'

type Place = {
  readonly connection: DuckDBConnection
  readonly duckDb: DuckDb
  readonly store: Store
  readonly signal: AbortSignal
}

/**
 * Copies a table of a node's history into DuckDB, whose own reader of SQLite would have to be downloaded. Returns the number of
 * rows.
 */
export async function copyTable(name: string, { connection, duckDb, store, signal }: Place): Promise<number> {
  const table = historyTables[name] as (typeof historyTables)[string]
  const { columns } = table.schema
  let count = 0
  const types = Object.entries(columns).map(([column, { type }]) => [column, type] as const)
  await connection.run(toCreateTable(name, table.schema))
  const appender = await connection.createAppender(name)
  for await (const { rows } of table.read(store)) {
    signal.throwIfAborted()
    for (const row of rows) {
      for (const [column, type] of types) append(appender, type, row[column] ?? null, duckDb)
      appender.endRow()
    }
    appender.flushSync()
    count += rows.length
  }
  appender.closeSync()
  return count
}

function toCreateTable(name: string, { columns }: Schema): string {
  const lines = Object.entries(columns).map(([column, { type }]) => `${toIdentifier(column)} ${duckDbTypes[type]}`)
  return `create table ${toIdentifier(name)} (${lines.join()})`
}

type Appender = Awaited<ReturnType<DuckDBConnection['createAppender']>>

const appends: Readonly<
  Record<ColumnType, (appender: Appender, cell: NonNullable<Row[string]>, duckDb: DuckDb) => void>
> = {
  string: (appender, cell) => appender.appendVarchar(String(cell)),
  hex: (appender, cell) => appender.appendVarchar(String(cell).toLowerCase()),
  decimal: (appender, cell) => appender.appendVarchar(String(cell)),
  bool: (appender, cell) => appender.appendBoolean(cell === true),
  int32: (appender, cell) => appender.appendInteger(Number(cell)),
  int64: (appender, cell) => appender.appendBigInt(BigInt(cell)),
  double: (appender, cell) => appender.appendDouble(Number(cell)),
  timestamp: (appender, cell, { DuckDBTimestampTZValue }) =>
    appender.appendTimestampTZ(new DuckDBTimestampTZValue(BigInt(cell) * 1000n)),
}

function append(appender: Appender, type: ColumnType, cell: Row[string], duckDb: DuckDb): void {
  if (cell === null) appender.appendNull()
  else appends[type](appender, cell, duckDb)
}
