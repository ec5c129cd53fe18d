import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { BaseError } from '../errors/baseError.ts'
import { openDatabase, type SqliteDatabase } from './sqliteDriver.ts'
import type { Collection, Store, StoreEntry } from './store.ts'

export class StoreUnavailableError extends BaseError {
  readonly code = 'STORE_UNAVAILABLE'
}

/** Layout of the file; a store written by a newer Outrigger is refused rather than misread. */
const schemaVersion = 1

export type SqliteStoreOptions = {
  /** The database file; its folder is made when missing. */
  readonly path: string
  /** Longest wait for another process that is writing. @default 5000 */
  readonly busyTimeoutMs?: number
}

/**
 * A store in one SQLite file, shared safely by several processes. A write is on disk when its promise resolves (WAL,
 * synchronous FULL), and a process killed in the middle of one leaves the file as it was before.
 *
 * @throws {StoreUnavailableError} no driver, unwritable path, not a database, or written by a newer version
 * @example
 * await using store = await createSqliteStore({ path: 'data/outrigger.db' })
 * await store.collection<{ name: string }>('keys').set('id', { name: 'bot' })
 */
export async function createSqliteStore({ path, busyTimeoutMs = 5000 }: SqliteStoreOptions): Promise<Store> {
  const database = await open(path, busyTimeoutMs)
  const get = database.prepare('SELECT value FROM documents WHERE collection = ? AND key = ?')
  const set = database.prepare(
    'INSERT INTO documents (collection, key, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const remove = database.prepare('DELETE FROM documents WHERE collection = ? AND key = ?')
  const list = database.prepare(
    'SELECT key, value FROM documents WHERE collection = ? AND key >= ? AND substr(key, 1, length(?)) = ? ORDER BY key LIMIT ?',
  )
  let open_ = true
  const close = async () => {
    if (open_) database.close()
    open_ = false
  }

  function collection<value>(name: string): Collection<value> {
    const read = (key: string) => {
      const row = get.get(name, key) as { value: string } | undefined
      return row === undefined ? undefined : (JSON.parse(row.value) as value)
    }
    return {
      get: async (key) => read(key),
      set: async (key, value) => void set.run(name, key, JSON.stringify(value)),
      async update(key, change) {
        database.exec('BEGIN IMMEDIATE')
        try {
          const next = change(read(key))
          if (next === undefined) remove.run(name, key)
          else set.run(name, key, JSON.stringify(next))
          database.exec('COMMIT')
          return next
        } catch (error) {
          database.exec('ROLLBACK')
          throw error
        }
      },
      delete: async (key) => Number(remove.run(name, key).changes) > 0,
      async list({ prefix = '', limit = -1 } = {}) {
        const rows = list.all(name, prefix, prefix, prefix, limit) as { key: string; value: string }[]
        return rows.map(({ key, value }): StoreEntry<value> => ({ key, value: JSON.parse(value) }))
      },
    }
  }
  return { collection, close, [Symbol.asyncDispose]: close }
}

async function open(path: string, busyTimeoutMs: number): Promise<SqliteDatabase> {
  let database: SqliteDatabase | undefined
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
    database = await openDatabase(path)
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = FULL')
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
    if (version > schemaVersion)
      throw new StoreUnavailableError(
        `${path} was written by a newer Outrigger (layout ${version}, this one knows ${schemaVersion}). Upgrade, or use another data directory.`,
      )
    database.exec(
      'CREATE TABLE IF NOT EXISTS documents (collection TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (collection, key)) WITHOUT ROWID',
    )
    database.exec(`PRAGMA user_version = ${schemaVersion}`)
    return database
  } catch (cause) {
    database?.close()
    if (cause instanceof BaseError) throw cause
    throw new StoreUnavailableError(
      `Cannot open the store at ${path}: ${(cause as Error).message}. Check the path and its permissions.`,
      { cause },
    )
  }
}
