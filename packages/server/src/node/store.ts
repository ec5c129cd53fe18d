import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createMemoryStore, type Store } from '@outrigger/core'

/** Where a node keeps what outlives it; fields of its configuration. */
export type StorePlace = {
  readonly dataDir?: string | undefined
  /** Address of a PostgreSQL database, which then takes the place of the data directory's own. */
  readonly store?: string | undefined
}

/**
 * The store of a node: the PostgreSQL database it names, otherwise one in its data directory, shared safely by every process
 * that opens it; in memory without either.
 *
 * @throws {StoreUnavailableError}
 * @example
 * await using store = await openStore({ dataDir: '/var/lib/outrigger' })
 * await createKeyring(store).list()
 */
export async function openStore({ dataDir, store: url }: StorePlace = {}): Promise<Store> {
  if (url !== undefined) {
    const { createPostgresStore } = await import('@outrigger/core/store/postgres')
    return createPostgresStore({ url })
  }
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
