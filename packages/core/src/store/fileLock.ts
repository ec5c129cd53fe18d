import { isBusy, openDatabase } from './sqliteDriver.ts'

/** A lock that lasts until it is released or the process ends in any way. */
export type FileLock = { release(): void }

/**
 * Locks a file against all other processes and connections. Null while another one has the lock. Uses SQLite's lock, which the
 * operating system releases if the process is killed.
 *
 * @throws {SqliteDriverMissingError}
 */
export async function lockFile(path: string): Promise<FileLock | null> {
  const database = await openDatabase(path)
  try {
    database.exec('PRAGMA busy_timeout = 0')
    // Nothing is ever rolled back. A journal in its own file could not be opened if the locked file had been removed.
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
    return { release: () => void database.close() }
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
}
