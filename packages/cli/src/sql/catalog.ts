import type { DuckDBConnection } from '@duckdb/node-api'
import { getOrCreate } from '@outrigger/core/internal'
import { UsageError } from '../exitCodes.ts'
import { toTable } from '../output/table.ts'
import { column, defineRows, type Schema, type Table } from '../rows/schema.ts'
import { duckDbTypes, toIdentifier } from './duckDb.ts'
import { historyTables } from './history/registry.ts'
import type { Source } from './sources.ts'
import { findSchema } from './views.ts'

const tables = defineRows({
  name: 'tables',
  version: 1,
  description: 'Tables of a query.',
  columns: {
    table_name: column('string', 'Name'),
    description: column('string', 'Content'),
    source: column('string', 'node for its history, or the files'),
  },
})

const tableColumns = defineRows({
  name: 'table_columns',
  version: 1,
  description: 'Columns of tables.',
  columns: {
    table_name: column('string', 'Table'),
    column_name: column('string', 'Column'),
    column_type: column('string', 'Type in DuckDB'),
    description: column('string', 'Content'),
  },
})

const dot = /^\s*\.(\w+)\s*([^;]*?)\s*;?\s*$/

/** Tables of a query: files that were named, and the history of a node. */
export type Catalog = { readonly connection: DuckDBConnection; readonly sources: readonly Source[] }

/** Rows, and how they are printed. */
export type Answer = { readonly table: Table; toLines(): readonly string[] }

/**
 * Answers `.tables` and `.schema [table]`. Returns null for SQL.
 *
 * @throws {UsageError} the word or the table is unknown
 */
export async function answerDot(text: string, catalog: Catalog): Promise<Answer | null> {
  const [, word, name = ''] = dot.exec(text) ?? []
  if (word === undefined) return null
  if (word !== 'tables' && word !== 'schema')
    throw new UsageError(`There is no .${word}. Use .tables or .schema [table].`)
  const table = word === 'tables' ? await listTables(catalog) : await listColumns(name, catalog)
  return { table, toLines: () => (word === 'tables' ? toTableLines(table) : toColumnLines(table)) }
}

const toTexts = ({ rows }: Table): readonly (readonly string[])[] => rows.map((row) => Object.values(row).map(String))

const toTableLines = (table: Table): readonly string[] =>
  toTable([{ title: 'table' }, { title: 'content' }, { title: 'source', text: true }], toTexts(table))

/** Prints the columns of each table below its name. */
function toColumnLines(table: Table): readonly string[] {
  const groups = new Map<string, (readonly string[])[]>()
  for (const [name = '', ...cells] of toTexts(table)) getOrCreate(groups, name, () => []).push(cells)
  const lines = [...groups].map(([title, rows]) =>
    toTable([{ title, exact: true }, { title: '' }, { title: '', text: true }], rows),
  )
  return lines.flatMap((own, index) => (index === 0 ? own : ['', ...own]))
}

/** Tables of the history whose names no file has. */
const listHistory = ({ sources }: Catalog): readonly (readonly [string, Schema])[] =>
  Object.entries(historyTables).flatMap(([name, { schema }]) =>
    sources.some((one) => one.name.toLowerCase() === name) ? [] : [[name, schema] as const],
  )

/** The other name of a long type. */
const toShort = (type: string): string => type.replace('TIMESTAMP WITH TIME ZONE', 'TIMESTAMPTZ')

/** The first sentence of a description, or its part before the colon. */
const toFirst = (description: string): string => description.split(/[:.](?: |$)/, 1)[0] ?? ''

async function listTables(catalog: Catalog): Promise<Table> {
  const files = await Promise.all(
    catalog.sources.map(async ({ name, files }) => ({
      table_name: name,
      description: toFirst(findSchema((await describe(catalog, name)).map(([own]) => own))?.description ?? ''),
      source: files.length === 1 ? String(files[0]) : `${files.length} files`,
    })),
  )
  const history = listHistory(catalog).map(([name, { description }]) => ({
    table_name: name,
    description: toFirst(description),
    source: 'node',
  }))
  return tables.of([...files, ...history])
}

async function listColumns(name: string, catalog: Catalog): Promise<Table> {
  const files = await Promise.all(catalog.sources.map((source) => listFileColumns(source, catalog)))
  const history = listHistory(catalog).map(([table, { columns }]) =>
    tableColumns.of(
      Object.entries(columns).map(([own, { type, description }]) => ({
        table_name: table,
        column_name: own,
        column_type: toShort(duckDbTypes[type]),
        description,
      })),
    ),
  )
  const wanted = name.replaceAll('"', '').toLowerCase()
  const rows = [...files, ...history].flatMap((table) => table.rows)
  const asked = rows.filter(({ table_name }) => wanted === '' || String(table_name).toLowerCase() === wanted)
  if (asked.length === 0) throw new UsageError(`There is no table ${name}. \`outrigger sql .tables\` lists them.`)
  return { schema: tableColumns, rows: asked }
}

async function listFileColumns({ name }: Source, catalog: Catalog): Promise<Table> {
  const found = await describe(catalog, name)
  const schema = findSchema(found.map(([own]) => own))
  return tableColumns.of(
    found.map(([own, type]) => ({
      table_name: name,
      column_name: own,
      column_type: toShort(type),
      description: schema?.columns[own]?.description ?? '',
    })),
  )
}

async function describe({ connection }: Catalog, name: string): Promise<readonly (readonly [string, string])[]> {
  const rows = await (await connection.run(`describe ${toIdentifier(name)}`)).getRows()
  return rows.map(([column_name, type]) => [String(column_name), String(type)])
}
