import { existsSync } from 'node:fs'
import type { ChainPool } from '@outrigger/data'
import { type AddressIndex, createAddressIndex } from '@outrigger/data/address-index'
import { indexableChains, toIndexPath } from '@outrigger/server/internal'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { UsageError } from '../exitCodes.ts'

/** The data directory that is in force. @throws {UsageError} there is none */
export async function requireDataDir(flags: ConfigFlags): Promise<string> {
  const { dataDir } = toConfig(await loadSettings(flags))
  if (dataDir === undefined) throw new UsageError('An index is kept in a data directory: use --data-dir.')
  return dataDir
}

/** The index of addresses of a chain; with `isNew` it is made where it is not there yet. */
export async function openLocalIndex(
  flags: ConfigFlags,
  pool: ChainPool,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<AddressIndex | undefined> {
  if (!isNew && !(indexableChains as readonly string[]).includes(pool.chain.name)) return undefined
  const path = toIndexPath(await requireDataDir(flags), pool.chain.name)
  if (!isNew && !existsSync(path)) return undefined
  return createAddressIndex({ pool, path })
}
