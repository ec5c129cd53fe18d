import { isBusy, openDatabase } from './sqliteDriver.ts'

/** A lock that is held until it is released or the process ends, however it ends. */
export type FileLock = { release(): void }

/**
 * Locks a file against every other process and connection; null while another holds it. SQLite's lock, which the
 * operating system takes back from a process that was killed.
 *
 * @throws {SqliteDriverMissingError}
 */
export async function lockFile(path: string): Promise<FileLock | null> {
  const database = await openDatabase(path)
  try {
    database.exec('PRAGMA busy_timeout = 0')
    // Nothing is rolled back, and a journal in a file of its own cannot be opened when the locked file is removed by then.
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
    return { release: () => void database.close() }
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
}
