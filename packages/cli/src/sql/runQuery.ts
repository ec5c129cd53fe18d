import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api'
import { UsageError } from '../exitCodes.ts'

/** Copies a table of the node's history. Returns false if the history does not have the table. */
type CopyHistory = (table: string) => Promise<boolean>

const missingTable = /^Catalog Error: Table with name "?(\w+)"? does not exist/

/**
 * Runs the statements of a text, and returns the result of the last one. A table of the node's history is copied when a
 * statement names it.
 */
export async function runQuery(connection: DuckDBConnection, text: string, copy: CopyHistory): Promise<DuckDBResult> {
  if (text.trim() === '') throw new UsageError('The query is empty. For example: outrigger sql "select 1"')
  const extract = () => connection.extractStatements(text)
  const last = (await extract()).count - 1
  // An extracted statement can be prepared only once.
  const prepare = (index: number) => prepareWithHistory(async () => (await extract()).prepare(index), copy)
  for (let index = 0; index < last; index += 1) await (await prepare(index)).run()
  return (await prepare(last)).stream()
}

async function prepareWithHistory(
  prepare: () => Promise<DuckDBPreparedStatement>,
  copy: CopyHistory,
): Promise<DuckDBPreparedStatement> {
  for (;;) {
    try {
      return await prepare()
    } catch (error) {
      const [, table = ''] = missingTable.exec(error instanceof Error ? error.message : '') ?? []
      if (!(await copy(table.toLowerCase()))) throw error
    }
  }
}
