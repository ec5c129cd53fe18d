import { existsSync } from 'node:fs'
import { text as readText } from 'node:stream/consumers'
import { openStore } from '@outrigger/server'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { UsageError } from '../exitCodes.ts'
import type { Output } from '../output/output.ts'
import { answerDot } from '../sql/catalog.ts'
import { loadDuckDb, openDuckDb } from '../sql/duckDb.ts'
import { copyTable } from '../sql/history/copyTable.ts'
import { historyTables } from '../sql/history/registry.ts'
import { toQueryError } from '../sql/queryErrors.ts'
import { runQuery } from '../sql/runQuery.ts'
import { showResult, showTable } from '../sql/showResult.ts'
import { toSources } from '../sql/sources.ts'
import { createView } from '../sql/views.ts'
import { type AddCommand, withConfig, withDataDir } from './command.ts'

/** `outrigger sql`: queries of files, and of what a node stored. */
export const addSql: AddCommand = (program, cli) => {
  const command = program
    .command('sql [query] [files...]')
    .description('query exported files and the history of a node with SQL (DuckDB)')
  withDataDir(withConfig(command))
    .addHelpText(
      'after',
      `
Each file or directory is a table with its name; name=path chooses another. Queries may also quote a path:
from 'rows/*.parquet'. Without a query, or with -, it is read from stdin.
Tables of the history: ${Object.keys(historyTables).join(', ')}.

Examples:
  outrigger sql .tables
  outrigger sql .schema fees
  outrigger sql "select kind, count(*) from findings group by kind" findings.parquet
  outrigger sql "select date_trunc('hour', timestamp) as hour, avg(base_fee) from fees group by hour"`,
    )
    .action((query: string | undefined, files: readonly string[], flags: ConfigFlags) =>
      cli.serve((output, signal) => sql({ query, files, flags }, output, signal)),
    )
}

type Wanted = { readonly query: string | undefined; readonly files: readonly string[]; readonly flags: ConfigFlags }

async function sql({ query, files, flags }: Wanted, output: Output, signal: AbortSignal): Promise<void> {
  // In `.schema fees rows.parquet` without quotes, the first one is a table.
  const names = query === '.schema' && files[0] !== undefined && !existsSync(files[0]) ? 1 : 0
  const sources = toSources(files.slice(names))
  const duckDb = await loadDuckDb()
  const text = [await toText(query, signal), ...files.slice(0, names)].join(' ')
  using database = await openDuckDb(duckDb, signal)
  const { connection } = database
  try {
    for (const source of sources) await createView(connection, source)
    const answer = await answerDot(text, { connection, sources })
    if (answer !== null) return showTable(answer.table, answer.toLines, output)
    const result = await runQuery(connection, text, async (table) => {
      if (!Object.hasOwn(historyTables, table)) return false
      await using store = await openStore(toConfig(await loadSettings(flags)), { readOnly: true })
      const rows = await copyTable(table, { connection, duckDb, store, signal })
      if (rows === 0) output.note(`The node has no ${table} yet. ${historyTables[table]?.origin}`)
      return true
    })
    await showResult(result, output, duckDb)
  } catch (error) {
    throw toQueryError(error)
  }
}

/** @throws {UsageError} stdin is a terminal */
async function toText(query: string | undefined, signal: AbortSignal): Promise<string> {
  if (query !== undefined && query !== '-') return query
  if (process.stdin.isTTY) throw new UsageError('Give a query, such as: outrigger sql "select 1"')
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  return Promise.race([readText(process.stdin), aborted])
}
