import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { OutriggerError } from '../../errors/outriggerError.ts'
import { StoreUnreachableError } from '../storeErrors.ts'
import { applyCommits, type Commit, type DocumentText, type TextChange, toPlace } from './applyCommits.ts'
import type { PostgresPool } from './pool.ts'

export type { TextChange } from './applyCommits.ts'

type Waiting = { readonly commit: Commit; resolve(): void; reject(error: unknown): void }

/** Writes of one process, in their order. What comes while a transaction runs goes into the next one together. */
export type GroupCommit = {
  commit(commit: Commit): Promise<void>
  /** Ends once all is written. */
  close(): Promise<void>
}

const commitsAtOnce = 64

/** Another process has made a document that this transaction found absent. */
class RaceError extends StoreUnreachableError {}

/** The connection broke while the server committed. */
class LostAnswerError extends OutriggerError {
  readonly code = 'LOST_ANSWER'
  readonly failures: ReadonlyMap<number, unknown>
  constructor(failures: ReadonlyMap<number, unknown>, cause: unknown) {
    super('The answer to a commit is lost.', { cause })
    this.failures = failures
  }
}

export function createGroupCommit(pool: PostgresPool): GroupCommit {
  const writer = randomUUID()
  let sequence = 0
  const queue: Waiting[] = []
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    // What is asked for in the same turn is written together.
    await Promise.resolve()
    while (queue.length > 0) await settle(queue.splice(0, commitsAtOnce))
    writing = undefined
  }
  async function settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const failures = await transact(batch.map(({ commit }) => commit))
      for (const [index, { resolve, reject }] of batch.entries())
        if (failures.has(index)) reject(failures.get(index))
        else resolve()
    } catch (error) {
      // One that the database refuses must not fail the others.
      if (batch.length > 1 && !(error instanceof StoreUnreachableError)) for (const one of batch) await settle([one])
      else for (const { reject } of batch) reject(error)
    }
  }
  /** @returns the errors that changes threw, by their commit */
  async function transact(commits: readonly Commit[]): Promise<ReadonlyMap<number, unknown>> {
    for (;;)
      try {
        return await pool.transact((client) => attempt(client, commits))
      } catch (error) {
        if (!(error instanceof LostAnswerError)) throw error
        if (await wasCommitted()) return error.failures
      }
  }
  async function attempt(client: PoolClient, commits: readonly Commit[]): Promise<ReadonlyMap<number, unknown>> {
    await client.query('BEGIN')
    const before = await lockDocuments(client, commits)
    const { changed, failures } = applyCommits(commits, before)
    if (changed.length === 0) {
      await client.query('ROLLBACK')
      return failures
    }
    sequence += 1
    await writeDocuments(client, changed, { writer, sequence })
    await client.query('COMMIT').catch((cause) => {
      throw new LostAnswerError(failures, cause)
    })
    return failures
  }
  /** Waits for a transaction that the server has not ended yet, by its lock on the row. */
  async function wasCommitted(): Promise<boolean> {
    const sql = 'SELECT sequence FROM outrigger_writers WHERE id = $1 FOR UPDATE'
    const [row] = await pool.persist(() => pool.query<{ sequence: string }>(sql, [writer]))
    return Number(row?.sequence) === sequence
  }

  return {
    commit: (commit) =>
      new Promise((resolve, reject) => {
        queue.push({ commit, resolve, reject })
        writing ??= write()
      }),
    async close() {
      await writing
      if (sequence > 0) await pool.query('DELETE FROM outrigger_writers WHERE id = $1', [writer])
    },
  }
}

type Place = Pick<TextChange, 'collection' | 'key'>

/**
 * Locks the documents that commits are about, in one order for all processes, and reads them; then those that may be skipped,
 * as far as nobody else has locked them.
 */
async function lockDocuments(client: PoolClient, commits: readonly Commit[]): Promise<Map<string, DocumentText>> {
  const changes = commits.flat()
  const toPlaces = (some: readonly TextChange[]) =>
    new Map(some.map(({ collection, key }) => [toPlace(collection, key), { collection, key }]))
  const wanted = toPlaces(changes.filter(({ skipLocked }) => !skipLocked))
  const optional = toPlaces(changes.filter(({ skipLocked }) => skipLocked))
  for (const place of wanted.keys()) optional.delete(place)
  const rows = await lockPlaces(client, [...wanted.values()], 'FOR UPDATE OF d')
  const others =
    optional.size > 0 ? await lockPlaces(client, [...optional.values()], 'FOR UPDATE OF d SKIP LOCKED') : []
  return new Map([...rows, ...others].map((row) => [toPlace(row.collection, row.key), row]))
}

async function lockPlaces(client: PoolClient, places: readonly Place[], lock: string) {
  const sql = `SELECT d.collection, d.key, d.value
    FROM outrigger_documents d JOIN unnest($1::text[], $2::text[]) AS w (collection, key)
      ON d.collection = w.collection COLLATE "C" AND d.key = w.key COLLATE "C"
    ORDER BY d.collection, d.key ${lock}`
  const { rows } = await client.query<DocumentText & { value: string }>(sql, [
    places.map(({ collection }) => collection),
    places.map(({ key }) => key),
  ])
  return rows
}

type Change = { readonly before: string | undefined } & DocumentText
type Mark = { readonly writer: string; readonly sequence: number }

/** @throws {RaceError} */
async function writeDocuments(client: PoolClient, changed: readonly Change[], mark: Mark): Promise<void> {
  const toColumns = (rows: readonly Change[]) =>
    (['collection', 'key', 'value'] as const).map((name) => rows.map((row) => row[name]))
  const added = changed.filter(({ before }) => before === undefined)
  const altered = changed.filter(({ before, value }) => before !== undefined && value !== undefined)
  const removed = changed.filter(({ value }) => value === undefined)
  const { rows } = await client.query<{ count: string }>(writeSql, [
    ...toColumns(added),
    ...toColumns(altered),
    ...toColumns(removed).slice(0, 2),
    mark.writer,
    mark.sequence,
  ])
  if (Number(rows[0]?.count) !== added.length) throw new RaceError('Another process has made the document meanwhile.')
}

// Rows that are added stand in the order of their keys as well: two processes that add the same wait, and do not block
// each other.
const writeSql = `WITH added AS (
    INSERT INTO outrigger_documents
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS n (collection, key, value)
    ORDER BY n.collection COLLATE "C", n.key COLLATE "C"
    ON CONFLICT DO NOTHING RETURNING 1
  ), altered AS (
    UPDATE outrigger_documents d SET value = n.value
    FROM unnest($4::text[], $5::text[], $6::text[]) AS n (collection, key, value)
    WHERE d.collection = n.collection COLLATE "C" AND d.key = n.key COLLATE "C"
  ), removed AS (
    DELETE FROM outrigger_documents d USING unnest($7::text[], $8::text[]) AS n (collection, key)
    WHERE d.collection = n.collection COLLATE "C" AND d.key = n.key COLLATE "C"
  ), marked AS (
    INSERT INTO outrigger_writers VALUES ($9, $10, now())
    ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, at = excluded.at
  )
  SELECT count(*) FROM added`
