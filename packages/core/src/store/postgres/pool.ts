import type { Client, PoolClient, QueryResultRow } from 'pg'
import { OutriggerError } from '../../errors/outriggerError.ts'
import { redactUrl } from '../../providers/redact.ts'
import { retry } from '../../time/retry.ts'
import { StoreUnavailableError, StoreUnreachableError } from '../storeErrors.ts'

export class PostgresDriverMissingError extends OutriggerError {
  readonly code = 'POSTGRES_DRIVER_MISSING'
}

type PoolOptions = {
  readonly url: string
  readonly connections: number
  readonly patienceMs: number
  /** The database rejects writes of these connections. @default false */
  readonly readOnly?: boolean
}

/** Connections to one database. `query` and `transact` retry while the database does not answer. */
export type PostgresPool = {
  /** Runs a read, or a write that may be repeated. @throws {StoreUnavailableError} */
  query<row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<readonly row[]>
  /** Runs on its own connection, which is discarded if it fails. @throws {StoreUnavailableError} and what `run` throws */
  transact<result>(run: (client: PoolClient) => Promise<result>): Promise<result>
  /** Opens a connection outside the pool, which the caller ends. It does not retry. */
  connectAlone(): Promise<Client>
  /** Retries until the database answers or the pool closes. */
  persist<result>(run: () => Promise<result>): Promise<result>
  /** Closes the pool after `lastWork`, which has the usual time limit. */
  close(lastWork?: Promise<unknown>): Promise<void>
}

/**
 * The longest waits of a connection, in milliseconds. If a process is cut off in the middle of a transaction, its locks last
 * until the server ends the transaction, after `idle_in_transaction_session_timeout`.
 */
const timeouts = {
  connectionTimeoutMillis: 3000,
  query_timeout: 10_000,
  statement_timeout: 8000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 3000,
} as const

export async function openPool({ url, connections, patienceMs, readOnly = false }: PoolOptions): Promise<PostgresPool> {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new StoreUnavailableError(
      'The store is not a PostgreSQL URL such as postgres://user:password@host:5432/database.',
    )
  const driver = await loadDriver()
  const options = readOnly ? { options: '-c default_transaction_read_only=on' } : {}
  const config = { connectionString: url, application_name: 'outrigger', keepAlive: true, ...timeouts, ...options }
  const pool = new driver.Pool({ ...config, max: connections })
  // Without a listener, a broken connection would end the process. The query in progress fails; later ones get a new connection.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  const control = new AbortController()
  const place = redactUrl(url)

  async function patiently<result>(run: () => Promise<result>): Promise<result> {
    const patience = { minDelayMs: 20, maxDelayMs: 500, maxTimeMs: patienceMs, shouldRetry: isTransient }
    try {
      return await retry(run, { ...patience, signal: control.signal })
    } catch (error) {
      throw toStoreError(error, place)
    }
  }
  async function connected<result>(run: (client: PoolClient) => Promise<result>): Promise<result> {
    const client = await pool.connect()
    let isSound = false
    try {
      const result = await run(client)
      isSound = true
      return result
    } finally {
      client.release(!isSound)
    }
  }
  return {
    query: <row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
      patiently(async () => (await pool.query<row>(sql, [...values])).rows),
    transact: (run) => patiently(() => connected(run)),
    async connectAlone() {
      const client = new driver.Client(config)
      client.on('error', ignore)
      await client.connect()
      return client
    },
    persist: (run) =>
      retry(run, { minDelayMs: 50, maxDelayMs: 1000, shouldRetry: isTransient, signal: control.signal }),
    async close(lastWork) {
      const abort = () => control.abort(new StoreUnavailableError('The store is closed.'))
      const timer = setTimeout(abort, patienceMs)
      await lastWork?.catch(() => {})
      clearTimeout(timer)
      abort()
      await pool.end()
    },
  }
}

const ignore = () => {}

async function loadDriver() {
  const driver = await import('pg').catch((cause) => {
    throw new PostgresDriverMissingError('A store in PostgreSQL needs the package pg. Install it: npm install pg', {
      cause,
    })
  })
  return driver.default
}

// Connections, resources, the operator, deadlocks, locks that took too long, transactions that were cut off, and documents
// that another process inserted at the same time.
const transientStates = /^(?:08|53|57|40)|^(?:55P03|25P03|23505)$/

/** Returns whether a retry may succeed. An error without an SQLSTATE is a connection error. */
function isTransient(error: unknown): boolean {
  if (error instanceof OutriggerError) return error.retryable
  const state = getState(error)
  return state === undefined || transientStates.test(state)
}

/** Returns the SQLSTATE of a server error. */
function getState(error: unknown): string | undefined {
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  return severity !== undefined && typeof code === 'string' ? code : undefined
}

function toStoreError(cause: unknown, place: string): OutriggerError {
  if (cause instanceof OutriggerError) return cause
  const { message, code } = cause as { message: string; code?: string }
  const said = message || code || 'no reason given'
  if (isTransient(cause))
    return new StoreUnreachableError(`The database at ${place} does not answer (${said}). Is it running?`, { cause })
  return new StoreUnavailableError(`The database at ${place} refuses: ${said}`, { cause })
}
