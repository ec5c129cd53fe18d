import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createMemoryStore, type Store } from '@outrigger/core'

/** The location of a node's persistent data, from its configuration. */
export type StorePlace = {
  readonly dataDir?: string | undefined
  /** URL of a PostgreSQL database that replaces the one in the data directory. */
  readonly store?: string | undefined
}

/** How a store is opened. */
type OpenOptions = {
  /** Reads existing data, also beside a running node, and changes nothing. @default false */
  readonly readOnly?: boolean
}

/**
 * Opens the store of a node: the configured PostgreSQL database, otherwise a database in the data directory, which several
 * processes may share safely. In memory if neither is set.
 *
 * @throws {StoreUnavailableError}
 * @example
 * await using store = await openStore({ dataDir: '/var/lib/outrigger' })
 * await createKeyring(store).list()
 */
export async function openStore(
  { dataDir, store: url }: StorePlace = {},
  { readOnly = false }: OpenOptions = {},
): Promise<Store> {
  if (url !== undefined) {
    const { createPostgresStore } = await import('@outrigger/core/store/postgres')
    return createPostgresStore({ url, readOnly })
  }
  if (dataDir === undefined) return createMemoryStore()
  const { createSqliteStore, makeDirectory, StoreUnavailableError } = await import('@outrigger/core/store/sqlite')
  const path = join(dataDir, 'outrigger.db')
  if (readOnly) {
    if (existsSync(path)) return createSqliteStore({ path, readOnly })
    throw new StoreUnavailableError(
      `${dataDir} has no data of a node. Start one with \`outrigger up\`, or name its directory with --data-dir.`,
    )
  }
  // Only the owner may read key hashes and the signing secret of tokens. SQLite's side files get the mode of the file.
  try {
    makeDirectory(dataDir, 0o700)
    await (await open(path, 'a', 0o600)).close()
  } catch (cause) {
    throw new StoreUnavailableError(
      `The data directory ${dataDir} cannot be used (${(cause as Error).message}). Use a directory that this user can write to.`,
      { cause },
    )
  }
  return createSqliteStore({ path })
}
