import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { OutriggerError } from '@outrigger/core'
import type { ColumnType } from '../rows/schema.ts'

export type DuckDb = typeof import('@duckdb/node-api')

/** DuckDB is an optional peer, because its library has 70 MB. */
class DuckDbMissingError extends OutriggerError {
  readonly code = 'DUCKDB_MISSING'
  constructor(cause: unknown) {
    super(
      'SQL needs DuckDB, which is not installed. Install it beside outrigger: npm i @duckdb/node-api (with -g if outrigger is installed with -g)',
      { cause },
    )
  }
}

/** @throws {DuckDbMissingError} */
export async function loadDuckDb(): Promise<DuckDb> {
  try {
    return await import('@duckdb/node-api')
  } catch (error) {
    // The second code: the library of this platform is missing.
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') throw new DuckDbMissingError(error)
    throw error
  }
}

/** Leaves memory to a node on the same machine. A query that needs more uses temporary files. */
const memoryLimit = '1GB'

/** An empty database in memory, which loads nothing from the network by itself. */
export async function openDuckDb(
  { DuckDBInstance }: DuckDb,
  signal: AbortSignal,
): Promise<{ readonly connection: DuckDBConnection; [Symbol.dispose](): void }> {
  // Only this user can read it, because a query may spill private data.
  const temporary = mkdtempSync(join(tmpdir(), 'outrigger-sql-'))
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    memory_limit: memoryLimit,
    temp_directory: temporary,
  })
  const connection = await instance.connect()
  // Times are UTC in every other command too.
  await connection.run("set TimeZone = 'UTC'")
  const interrupt = () => connection.interrupt()
  signal.addEventListener('abort', interrupt)
  return {
    connection,
    [Symbol.dispose]() {
      signal.removeEventListener('abort', interrupt)
      connection.closeSync()
      instance.closeSync()
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}

/** Types of columns in DuckDB. */
export const duckDbTypes: Readonly<Record<ColumnType, string>> = {
  string: 'VARCHAR',
  hex: 'VARCHAR',
  decimal: 'VARCHAR',
  bool: 'BOOLEAN',
  int32: 'INTEGER',
  int64: 'BIGINT',
  double: 'DOUBLE',
  timestamp: 'TIMESTAMP WITH TIME ZONE',
}

/** A name in SQL, of any characters. */
export const toIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A text in SQL, of any characters. */
export const toLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`
