import { dirname } from 'node:path'
import { OutriggerError } from '../errors/outriggerError.ts'
import { retry } from '../time/retry.ts'
import { makeDirectory } from './makeDirectory.ts'
import { isBusy, openDatabase, type SqliteDatabase } from './sqliteDriver.ts'
import { StoreBusyError, StoreUnavailableError } from './storeErrors.ts'

export type { SqliteDatabase } from './sqliteDriver.ts'

// SQLite blocks the event loop while it waits for a lock, so it waits only this long. `untilFree` waits the rest of the time.
const blockingWaitMs = 20
/** Files up to this size are fully checked at the start, which takes at most about 100 ms. */
const checkedBytes = 64 * 1024 * 1024

export type SqliteFileOptions = {
  /** Path of the file. Its directory is created if it does not exist. */
  readonly path: string
  readonly busyTimeoutMs: number
  /** Tables of the file. A file from a newer version is rejected instead of misread. */
  readonly layout: { readonly version: number; readonly sql: string }
  /** Reads an existing file, and changes nothing in it. @default false */
  readonly readOnly?: boolean
}

/**
 * Opens a SQLite file that several processes may share (WAL, synchronous FULL).
 *
 * @throws {StoreUnavailableError} no driver, unwritable path, not a database, damaged, or written by a newer version
 * @throws {StoreBusyError} another process locked the file for longer than `busyTimeoutMs`
 */
export async function openSqliteFile(options: SqliteFileOptions): Promise<SqliteDatabase> {
  const { path, busyTimeoutMs, layout, readOnly = false } = options
  let database: SqliteDatabase | undefined
  try {
    if (path !== ':memory:' && !readOnly) makeDirectory(dirname(path))
    const opened = await openDatabase(path, readOnly)
    database = opened
    opened.exec(`PRAGMA busy_timeout = ${blockingWaitMs}`)
    const start = () => (readOnly ? requireLayout(opened, path, layout) : setUp(opened, path, layout))
    await untilFree(start, performance.now() + busyTimeoutMs)
    return opened
  } catch (cause) {
    database?.close()
    if (cause instanceof OutriggerError) throw cause
    throw new StoreUnavailableError(
      `Cannot open the store at ${path}: ${(cause as Error).message}. Check the path and its permissions.`,
      { cause },
    )
  }
}

/** Runs all statements or none, also between processes. */
export function runTransaction<result>(database: SqliteDatabase, run: () => result): result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = run()
    database.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(database)
    throw error
  }
}

/**
 * Rolls back. If the disk is full, the transaction has already ended, and the error of ROLLBACK would hide the
 * reason.
 */
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK')
  } catch {}
}

/** Retries while another process has the lock. The event loop continues between the tries. */
export async function untilFree<result>(run: () => result, deadlineMs: number): Promise<result> {
  const maxTimeMs = deadlineMs - performance.now()
  try {
    return await retry(run, { minDelayMs: 5, maxDelayMs: 100, maxTimeMs, shouldRetry: isBusy })
  } catch (cause) {
    if (!isBusy(cause)) throw cause
    throw new StoreBusyError('Another process keeps the store locked. End that process, or try again.', { cause })
  }
}

const readPragma = (database: SqliteDatabase, name: string): unknown =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() as object)[0]

/** Returns the layout of a file. @throws {StoreUnavailableError} a newer version wrote it */
function readVersion(database: SqliteDatabase, path: string, layout: SqliteFileOptions['layout']): number {
  const version = Number(readPragma(database, 'user_version'))
  if (version > layout.version)
    throw new StoreUnavailableError(
      `${path} was written by a newer Outrigger (layout ${version}, this version supports up to ${layout.version}). Upgrade, or use another data directory.`,
    )
  return version
}

/** @throws {StoreUnavailableError} the file has another layout, which only a start of the node converts */
function requireLayout(database: SqliteDatabase, path: string, layout: SqliteFileOptions['layout']): void {
  if (readVersion(database, path, layout) < layout.version)
    throw new StoreUnavailableError(`${path} has no data of this version. Start the node once, which converts it.`)
}

function setUp(database: SqliteDatabase, path: string, layout: SqliteFileOptions['layout']): void {
  const pragma = (name: string) => readPragma(database, name)
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  const version = readVersion(database, path, layout)
  database.exec(layout.sql)
  if (version < layout.version) database.exec(`PRAGMA user_version = ${layout.version}`)
  if (Number(pragma('page_count')) * Number(pragma('page_size')) > checkedBytes) return
  const verdict = pragma('quick_check(1)')
  if (verdict !== 'ok')
    throw new StoreUnavailableError(`${path} is damaged (${verdict}). Restore a copy, or use another data directory.`)
}
