import type { DuckDBConnection } from '@duckdb/node-api'
import { datasets } from '../export/datasets.ts'
import { listings } from '../rows/registry.ts'
import type { Schema } from '../rows/schema.ts'
import { duckDbTypes, toIdentifier, toLiteral } from './duckDb.ts'
import { historyTables } from './history/registry.ts'
import type { Source } from './sources.ts'

const schemas: readonly Schema[] = [
  ...Object.values(listings),
  ...Object.values(datasets).map(({ schema }) => schema),
  ...Object.values(historyTables).map(({ schema }) => schema),
]

/** Returns the schema whose columns a table has, besides the day of a directory. */
export const findSchema = (columns: readonly string[]): Schema | undefined => {
  const own = columns.filter((name) => name !== 'date').join()
  return schemas.find((schema) => Object.keys(schema.columns).join() === own)
}

/**
 * Creates a view of files. CSV and JSON of Outrigger get the documented types: DuckDB alone would read wei as floating-point
 * numbers.
 */
export async function createView(connection: DuckDBConnection, { name, reader, files }: Source): Promise<void> {
  const paths = `[${files.map(toLiteral).join()}]`
  const shared = [paths, 'union_by_name = true', ...(reader === 'read_json' ? ['maximum_object_size = 134217728'] : [])]
  const read = (options: readonly string[]) => `select * from ${reader}(${[...shared, ...options].join(', ')})`
  const create = (options: readonly string[]) =>
    connection.run(`create or replace view ${toIdentifier(name)} as ${read(options)}`)
  await create([])
  if (reader === 'read_parquet') return
  const { columns = {} } = findSchema(await listColumns(connection, name)) ?? {}
  const types = Object.entries(columns).map(
    ([column, { type }]) => `${toLiteral(column)}: ${toLiteral(duckDbTypes[type])}`,
  )
  if (types.length > 0) await create([`${reader === 'read_csv' ? 'types' : 'columns'} = {${types.join()}}`])
}

async function listColumns(connection: DuckDBConnection, view: string): Promise<readonly string[]> {
  const rows = await (await connection.run(`describe ${toIdentifier(view)}`)).getRows()
  return rows.map(([name]) => String(name))
}
