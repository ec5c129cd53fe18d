import { createGroupCommit, type TextChange } from './postgres/groupCommit.ts'
import { openPool } from './postgres/pool.ts'
import { requireSchema, setUpSchema } from './postgres/schema.ts'
import { createPostgresSignals } from './postgres/signals.ts'
import type { Change, Collection, Store, StoreEntry } from './store.ts'

export { PostgresDriverMissingError } from './postgres/pool.ts'
export { StoreUnavailableError, StoreUnreachableError } from './storeErrors.ts'

export type PostgresStoreOptions = {
  /** `postgres://user:password@host:5432/database`. Supports `?sslmode=…` and `?host=/path/of/socket`, like libpq. */
  readonly url: string
  /** Maximum number of connections of this process, in addition to one for signals. @default 10 */
  readonly connections?: number
  /** Longest wait for a database that does not answer, in ms. @default 5000 */
  readonly patienceMs?: number
  /** Reads a database that a node has set up. The database rejects writes. @default false */
  readonly readOnly?: boolean
}

/** A text that sorts after every key with a given prefix. Without this limit all later keys would be read. */
const lastCharacter = '\u{10ffff}'

/**
 * Opens a store in a PostgreSQL database (15 or later) that processes on any number of machines may share. Writes of one process
 * are applied in order. Writes that arrive during a transaction share the next transaction. A write is on the database's disk
 * when its promise resolves. If the answer to a commit is lost, the store checks whether the database committed the write, so
 * that no write is repeated or reported wrongly.
 *
 * @throws {StoreUnavailableError} a wrong address, a database that is not UTF-8, no rights, or written by a newer version
 * @throws {StoreUnreachableError} here or by any operation: the database did not answer for `patienceMs`
 * @throws {PostgresDriverMissingError}
 * @example
 * await using store = await createPostgresStore({ url: 'postgres://outrigger:secret@db.internal/outrigger' })
 * await store.collection<{ name: string }>('keys').set('id', { name: 'bot' })
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, connections = 10, patienceMs = 5000, readOnly = false } = options
  const pool = await openPool({ url, connections, patienceMs, readOnly })
  try {
    await (readOnly ? requireSchema(pool) : setUpSchema(pool))
  } catch (error) {
    await pool.close()
    throw error
  }
  const writer = createGroupCommit(pool)
  const signals = createPostgresSignals(pool)
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= pool.close(Promise.all([writer.close(), signals.close()]))
    return closed
  }

  function collection<value>(name: string): Collection<value> {
    const change = (key: string, next: TextChange['change']) => writer.commit([{ collection: name, key, change: next }])
    return {
      async get(key) {
        const rows = await pool.query<{ value: string }>(selectOne, [name, key])
        return rows[0] === undefined ? undefined : (JSON.parse(rows[0].value) as value)
      },
      set(key, value) {
        const text = JSON.stringify(value)
        return change(key, () => text)
      },
      async update(key, next) {
        let result: value | undefined
        await change(
          key,
          onText<value>((current) => {
            result = next(current)
            return result
          }),
        )
        return result
      },
      async delete(key) {
        let existed = false
        await change(key, (text) => {
          existed = text !== undefined
          return undefined
        })
        return existed
      },
      async list({ prefix = '', limit } = {}) {
        const values = [name, prefix, prefix + lastCharacter, limit ?? null]
        const rows = await pool.query<{ key: string; value: string }>(selectMany, values)
        return rows.map(({ key, value }): StoreEntry<value> => ({ key, value: JSON.parse(value) }))
      },
    }
  }
  const commit = (changes: readonly Change[]) =>
    writer.commit(changes.map(({ change, ...place }) => ({ ...place, change: onText(change) })))
  return { collection, commit, signals, close, [Symbol.asyncDispose]: close }
}

const selectOne = 'SELECT value FROM outrigger_documents WHERE collection = $1 AND key = $2'
const selectMany = `SELECT key, value FROM outrigger_documents
  WHERE collection = $1 AND key >= $2 AND key < $3 AND starts_with(key, $2) ORDER BY key LIMIT $4`

/** Converts a change of a value to a change of its JSON text. */
function onText<value>(change: Change<value>['change']): TextChange['change'] {
  return (text, nowMs) => {
    const next = change(text === undefined ? undefined : (JSON.parse(text) as value), nowMs)
    return next === undefined ? undefined : JSON.stringify(next)
  }
}
