import type { PoolClient, QueryResult } from 'pg'
import { OutriggerError } from '../../errors/outriggerError.ts'
import { sleep } from '../../time/sleep.ts'
import { StoreUnreachableError } from '../storeErrors.ts'
import { applyCommits, type Commit, type DocumentText, type TextChange, toPlace } from './applyCommits.ts'
import type { PostgresPool } from './pool.ts'

export type { TextChange } from './applyCommits.ts'

type Waiting = { readonly commit: Commit; resolve(): void; reject(error: unknown): void }

/**
 * Writes the commits of one process in order. Commits that arrive during a transaction share the next transaction. With `fsync`,
 * 2,000 concurrent commits run at 1,000 to 5,000 per second, and at about 110 without sharing.
 */
export type GroupCommit = {
  commit(commit: Commit): Promise<void>
  /** Resolves when all commits are written. */
  close(): Promise<void>
}

const commitsAtOnce = 64
const statusPollMs = 50

/** The connection broke while the server committed. */
class LostAnswerError extends OutriggerError {
  readonly code = 'LOST_ANSWER'
  readonly transaction: string
  readonly failures: ReadonlyMap<number, unknown>
  constructor(transaction: string, failures: ReadonlyMap<number, unknown>, cause: unknown) {
    super('The answer to a commit is lost.', { cause })
    this.transaction = transaction
    this.failures = failures
  }
}

export function createGroupCommit(pool: PostgresPool): GroupCommit {
  const queue: Waiting[] = []
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    // Commits of the same turn of the event loop share a transaction.
    await Promise.resolve()
    while (queue.length > 0) await settle(queue.splice(0, commitsAtOnce))
    writing = undefined
  }
  async function settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const failures = await transact(
        pool,
        batch.map(({ commit }) => commit),
      )
      for (const [index, { resolve, reject }] of batch.entries())
        if (failures.has(index)) reject(failures.get(index))
        else resolve()
    } catch (error) {
      // A commit that the database refuses must not fail the others.
      const isAmongOthers = batch.length > 1 && !(error instanceof StoreUnreachableError)
      for (const one of batch) await (isAmongOthers ? settle([one]) : one.reject(error))
    }
  }
  return {
    commit: (commit) =>
      new Promise((resolve, reject) => {
        queue.push({ commit, resolve, reject })
        writing ??= write()
      }),
    close: async () => writing,
  }
}

/** @returns the errors that changes threw, by the index of their commit */
async function transact(pool: PostgresPool, commits: readonly Commit[]): Promise<ReadonlyMap<number, unknown>> {
  for (;;)
    try {
      return await pool.transact((client) => attempt(client, commits))
    } catch (error) {
      if (!(error instanceof LostAnswerError)) throw error
      if (await wasCommitted(pool, error.transaction)) return error.failures
    }
}

/** Returns whether a transaction was committed. Waits until the server has ended the transaction. */
async function wasCommitted(pool: PostgresPool, transaction: string): Promise<boolean> {
  const sql = 'SELECT pg_xact_status($1::xid8) AS status'
  for (;;) {
    const [row] = await pool.persist(() => pool.query<{ status: string }>(sql, [transaction]))
    if (row?.status !== 'in progress') return row?.status === 'committed'
    await sleep(statusPollMs)
  }
}

async function attempt(client: PoolClient, commits: readonly Commit[]): Promise<ReadonlyMap<number, unknown>> {
  const nowMs = await begin(client)
  const before = await lockDocuments(client, commits)
  const { changed, failures } = applyCommits(commits, before, nowMs)
  if (changed.length === 0) {
    await client.query('ROLLBACK')
    return failures
  }
  const transaction = await writeDocuments(client, changed)
  await client.query('COMMIT').catch((cause) => {
    throw new LostAnswerError(transaction, failures, cause)
  })
  return failures
}

/** Begins a transaction, and reads the server's clock in the same round trip. */
async function begin(client: PoolClient): Promise<number> {
  const results: unknown = await client.query('BEGIN; SELECT extract(epoch FROM now())::float8 * 1000 AS now_ms')
  return Number((results as readonly QueryResult<{ now_ms: number }>[])[1]?.rows[0]?.now_ms)
}

type Place = Pick<TextChange, 'collection' | 'key'>

/**
 * Locks and reads the documents of commits, in the same order in every process. Documents with `skipLocked` come last and are
 * omitted if another process has locked them.
 */
async function lockDocuments(client: PoolClient, commits: readonly Commit[]): Promise<Map<string, DocumentText>> {
  const changes = commits.flat()
  const toPlaces = (some: readonly TextChange[]) =>
    new Map(some.map(({ collection, key }) => [toPlace(collection, key), { collection, key }]))
  const required = toPlaces(changes.filter(({ skipLocked }) => !skipLocked))
  const optional = toPlaces(changes.filter(({ skipLocked }) => skipLocked))
  for (const place of required.keys()) optional.delete(place)
  const rows = await lockPlaces(client, [...required.values()], 'FOR UPDATE OF d')
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

type ChangedDocument = { readonly before: string | undefined } & DocumentText

/** @returns the id of the transaction */
async function writeDocuments(client: PoolClient, changed: readonly ChangedDocument[]): Promise<string> {
  const toColumns = (rows: readonly ChangedDocument[]) =>
    (['collection', 'key', 'value'] as const).map((name) => rows.map((row) => row[name]))
  const added = changed.filter(({ before }) => before === undefined)
  const altered = changed.filter(({ before, value }) => before !== undefined && value !== undefined)
  const removed = changed.filter(({ value }) => value === undefined)
  const { rows } = await client.query<{ id: string }>(writeSql, [
    ...toColumns(added),
    ...toColumns(altered),
    ...toColumns(removed).slice(0, 2),
  ])
  return rows[0]?.id ?? ''
}

// Absent documents cannot be locked. If another process inserts one first, this INSERT fails and the transaction is retried.
// New rows are sorted, so that two processes that insert the same ones do not deadlock.
const writeSql = `WITH added AS (
    INSERT INTO outrigger_documents
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS n (collection, key, value)
    ORDER BY n.collection COLLATE "C", n.key COLLATE "C"
  ), altered AS (
    UPDATE outrigger_documents d SET value = n.value
    FROM unnest($4::text[], $5::text[], $6::text[]) AS n (collection, key, value)
    WHERE d.collection = n.collection COLLATE "C" AND d.key = n.key COLLATE "C"
  ), removed AS (
    DELETE FROM outrigger_documents d USING unnest($7::text[], $8::text[]) AS n (collection, key)
    WHERE d.collection = n.collection COLLATE "C" AND d.key = n.key COLLATE "C"
  )
  SELECT pg_current_xact_id()::text AS id`
