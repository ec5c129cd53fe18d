import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createMemoryStore, type Store } from '@outrigger/core'

/**
 * The store of a data directory, shared safely by every process that opens it; in memory without one.
 *
 * @throws {StoreUnavailableError}
 * @example
 * await using store = await openStore('/var/lib/outrigger')
 * await createKeyring(store).list()
 */
export async function openStore(dataDir?: string): Promise<Store> {
  if (dataDir === undefined) return createMemoryStore()
  const { createSqliteStore, makeDirectory, StoreUnavailableError } = await import('@outrigger/core/store/sqlite')
  const path = join(dataDir, 'outrigger.db')
  // Key hashes and the signing secret of tokens are for the owner alone; SQLite's side files take the file's mode.
  try {
    makeDirectory(dataDir, 0o700)
    await (await open(path, 'a', 0o600)).close()
  } catch (cause) {
    throw new StoreUnavailableError(
      `The data directory ${dataDir} cannot be used (${(cause as Error).message}). Name a directory this user may write to.`,
      { cause },
    )
  }
  return createSqliteStore({ path })
}
