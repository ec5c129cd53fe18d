import type { DuckDBResult } from '@duckdb/node-api'
import { UsageError } from '../exitCodes.ts'
import { formatCount } from '../output/format.ts'
import type { Output } from '../output/output.ts'
import type { Table } from '../rows/schema.ts'
import type { DuckDb } from './duckDb.ts'
import { type ResultColumn, toResultColumns, toSchema } from './resultColumns.ts'
import { createResultText } from './resultText.ts'

/** Prints or writes the rows of a result as they arrive. */
export async function showResult(result: DuckDBResult, output: Output, duckDb: DuckDb): Promise<void> {
  const { ResultReturnType, StatementType } = duckDb
  if (output.rows !== undefined && result.returnType !== ResultReturnType.QUERY_RESULT)
    throw new UsageError('The last statement returns no rows. Leave out -o and --format.')
  if (result.returnType === ResultReturnType.CHANGED_ROWS) {
    const verb = result.statementType === StatementType.COPY ? 'written' : 'changed'
    return output.note(`${toCount(result.rowsChanged)} ${verb}`)
  }
  if (result.returnType !== ResultReturnType.QUERY_RESULT) return
  const columns = toResultColumns(result, duckDb)
  const show = createShow(columns, output)
  let count = 0
  for await (const rows of result.yieldRows()) {
    show(rows)
    count += rows.length
  }
  if (count === 0) show([])
  if (!output.json) output.note(toCount(count))
}

const toCount = (count: number): string => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

type Rows = Awaited<ReturnType<DuckDBResult['getRows']>>

function createShow(columns: readonly ResultColumn[], output: Output): (rows: Rows) => void {
  const schema = toSchema(columns)
  const text = createResultText(columns, output.paint)
  const toCells = (row: Rows[number]) => columns.map(({ toCell }, index) => toCell(row[index] ?? null))
  const toObject = (values: readonly unknown[]) =>
    Object.fromEntries(columns.map(({ name }, index) => [name, values[index]]))
  return (rows) => {
    if (output.rows !== undefined)
      return output.rows({ schema, rows: rows.map((row) => toObject(toCells(row)) as Table['rows'][number]) })
    if (!output.json) return output.data(null, () => text.toLines(rows.map(toCells)))
    for (const row of rows)
      output.data(toObject(columns.map(({ toJson }, index) => toJson(row[index] ?? null))), () => [])
  }
}

/** Prints or writes a table of the command itself. */
export function showTable(table: Table, toLines: () => readonly string[], output: Output): void {
  if (output.rows !== undefined) output.rows(table)
  else if (output.json) for (const row of table.rows) output.data(row, () => [])
  else output.data(null, toLines)
}
