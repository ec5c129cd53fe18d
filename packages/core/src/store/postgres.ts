import { createGroupCommit, type TextChange } from './postgres/groupCommit.ts'
import { openPool } from './postgres/pool.ts'
import { setUpSchema } from './postgres/schema.ts'
import { createPostgresSignals } from './postgres/signals.ts'
import type { Change, Collection, Store, StoreEntry } from './store.ts'

export { PostgresDriverMissingError } from './postgres/pool.ts'
export { StoreUnavailableError, StoreUnreachableError } from './storeErrors.ts'

export type PostgresStoreOptions = {
  /** `postgres://user:password@host:5432/database`; `?sslmode=…` and `?host=/path/of/socket` as libpq has them. */
  readonly url: string
  /** Connections of this process at most, beside one that hears signals of the others. @default 10 */
  readonly connections?: number
  /** Longest wait for a database that does not answer. @default 5000 */
  readonly patienceMs?: number
}

/** Behind every key that goes on from a prefix: without an end, all keys after it would be read. */
const lastCharacter = '\u{10ffff}'

/**
 * A store in a PostgreSQL database (15 or later), shared by processes on any number of machines. Writes of one process
 * keep their order, and those that come while one is written share the next transaction. A write is on the database's
 * disk when its promise resolves; where the answer to a commit was lost, the store finds out what became of it before
 * it answers, so that no write is done twice or reported wrongly.
 *
 * @throws {StoreUnavailableError} a wrong address, a database that is not UTF-8, no rights, or written by a newer version
 * @throws {StoreUnreachableError} here or by any operation: the database did not answer for `patienceMs`
 * @throws {PostgresDriverMissingError}
 * @example
 * await using store = await createPostgresStore({ url: 'postgres://outrigger:secret@db.internal/outrigger' })
 * await store.collection<{ name: string }>('keys').set('id', { name: 'bot' })
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, connections = 10, patienceMs = 5000 } = options
  const pool = await openPool({ url, connections, patienceMs })
  try {
    await setUpSchema(pool)
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

/** A change of a value, as one of its JSON text. */
function onText<value>(change: Change<value>['change']): TextChange['change'] {
  return (text, nowMs) => {
    const next = change(text === undefined ? undefined : (JSON.parse(text) as value), nowMs)
    return next === undefined ? undefined : JSON.stringify(next)
  }
}
