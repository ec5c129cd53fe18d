import { createCheckpoints } from './sqliteCheckpoints.ts'
import { openSqliteFile, runTransaction, untilFree } from './sqliteFile.ts'
import type { Change, Collection, CommitOptions, Store, StoreEntry } from './store.ts'

export { makeDirectory } from './makeDirectory.ts'
export { StoreBusyError, StoreUnavailableError } from './storeErrors.ts'

/** A text that sorts after every key with a given prefix. Without this limit all later keys would be read. */
const lastCharacter = '\u{10ffff}'

const layout = {
  version: 1,
  sql: 'CREATE TABLE IF NOT EXISTS documents (collection TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (collection, key)) WITHOUT ROWID',
}

export type SqliteStoreOptions = {
  /** The database file. Its directory is created if it does not exist. */
  readonly path: string
  /** Longest wait for another process that is writing, in ms. @default 5000 */
  readonly busyTimeoutMs?: number
  /** Reads an existing file, which a running process may use. Writes throw the error of SQLite. @default false */
  readonly readOnly?: boolean
}

/**
 * Opens a store in one SQLite file, which several processes may share. A write is on disk when its promise resolves (WAL,
 * synchronous FULL). If a process is killed during a write, the file stays as it was before.
 *
 * @throws {StoreUnavailableError} no driver, unwritable path, not a database, damaged, or written by a newer version
 * @throws {StoreBusyError} here or by a write: another process locked the file for longer than `busyTimeoutMs`
 * @example
 * await using store = await createSqliteStore({ path: 'data/outrigger.db' })
 * await store.collection<{ name: string }>('keys').set('id', { name: 'bot' })
 */
export async function createSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { path, busyTimeoutMs = 5000, readOnly = false } = options
  const database = await openSqliteFile({ path, busyTimeoutMs, layout, readOnly })
  const checkpoints = createCheckpoints(database, path)
  const get = database.prepare('SELECT value FROM documents WHERE collection = ? AND key = ?')
  const set = database.prepare(
    'INSERT INTO documents (collection, key, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const remove = database.prepare('DELETE FROM documents WHERE collection = ? AND key = ?')
  const list = database.prepare(
    'SELECT key, value FROM documents WHERE collection = ? AND key >= ? AND key < ? AND substr(key, 1, length(?)) = ? ORDER BY key LIMIT ?',
  )
  // Writes keep their order, also if the first one has to wait.
  let written: Promise<unknown> = Promise.resolve()
  function write<result>(run: () => result, documents = 1): Promise<result> {
    const deadlineMs = performance.now() + busyTimeoutMs
    const result = written.then(() => untilFree(run, deadlineMs))
    written = result.then(
      () => checkpoints.count(documents),
      () => {},
    )
    return result
  }
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= written.then(checkpoints.close).then(() => void database.close())
    return closed
  }

  function read(name: string, key: string): unknown {
    const row = get.get(name, key) as { value: string } | undefined
    return row === undefined ? undefined : JSON.parse(row.value)
  }
  function apply<value>({ collection: name, key, change }: Change<value>): value | undefined {
    const next = change(read(name, key) as value | undefined, Date.now())
    if (next === undefined) remove.run(name, key)
    else set.run(name, key, JSON.stringify(next))
    return next
  }
  /** Writes all changes or none, also between processes. */
  function transact<result>(run: () => result, { durable = true, documents = 1 } = {}): Promise<result> {
    return write(() => {
      if (!durable) database.exec('PRAGMA synchronous = NORMAL')
      try {
        return runTransaction(database, run)
      } finally {
        if (!durable) database.exec('PRAGMA synchronous = FULL')
      }
    }, documents)
  }
  function collection<value>(name: string): Collection<value> {
    return {
      get: async (key) => read(name, key) as value | undefined,
      async set(key, value) {
        const text = JSON.stringify(value)
        await write(() => set.run(name, key, text))
      },
      update: (key, change) => transact(() => apply({ collection: name, key, change })),
      delete: (key) => write(() => Number(remove.run(name, key).changes) > 0),
      async list({ prefix = '', limit = -1 } = {}) {
        const rows = list.all(name, prefix, prefix + lastCharacter, prefix, prefix, limit) as {
          key: string
          value: string
        }[]
        return rows.map(({ key, value }): StoreEntry<value> => ({ key, value: JSON.parse(value) }))
      },
    }
  }
  const commit = (changes: readonly Change[], { durable = true }: CommitOptions = {}) =>
    transact(
      () => {
        for (const change of changes) apply(change)
      },
      { durable, documents: changes.length },
    )
  return { collection, commit, close, [Symbol.asyncDispose]: close }
}
