import { existsSync } from 'node:fs'
import type { ChainPool } from '@outrigger/data'
import { type AddressIndex, createAddressIndex } from '@outrigger/data/address-index'
import { indexableChains, toIndexPath } from '@outrigger/server/internal'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { UsageError } from '../exitCodes.ts'

/** Returns the configured data directory. @throws {UsageError} no directory is configured */
export async function requireDataDir(flags: ConfigFlags): Promise<string> {
  const { dataDir } = toConfig(await loadSettings(flags))
  if (dataDir === undefined) throw new UsageError('An index needs a data directory. Use --data-dir.')
  return dataDir
}

/** Opens the address index of a chain. With `isNew` it is created if it does not exist. */
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
