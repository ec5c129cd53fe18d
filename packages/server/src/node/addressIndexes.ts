import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ChainName, type FamilyPool, OutriggerError, type ProviderPool, sleep } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core/internal'
import { type AddressIndex, createAddressIndex } from '@outrigger/data/address-index'
import type { Logger } from 'pino'
import type { NodeConfig } from './config.ts'

/** The indexes of a node. */
export type AddressIndexes = {
  /** Returns the index of a chain, or undefined if it has no index. */
  get(chain: string): Promise<AddressIndex | undefined>
  close(): Promise<void>
}

type AnyPools = { readonly [chain in ChainName]?: ProviderPool | FamilyPool }
type Parts = { readonly settings: NodeConfig; readonly pools: AnyPools; readonly logger: Logger }

/** Delay between two attempts to read missing blocks. */
const againMs = 5_000

/** Returns the path of a chain's index in a data directory. */
export const toIndexPath = (dataDir: string, chain: string): string => join(dataDir, `addresses-${chain}.db`)

/**
 * Opens indexes. Those in the configuration are opened and filled from startup. An index created by `outrigger index` is
 * opened
 * at the first request about its chain.
 */
export function createAddressIndexes({ settings, pools, logger }: Parts): AddressIndexes {
  const { dataDir, addressIndex = {} } = settings
  const opened = new Map<string, Promise<AddressIndex | undefined>>()
  const control = new AbortController()

  async function open(chain: string): Promise<AddressIndex | undefined> {
    const pool = pools[chain as ChainName]
    const wanted = addressIndex[chain]
    if (pool === undefined || dataDir === undefined || control.signal.aborted) return undefined
    const path = toIndexPath(dataDir, chain)
    if (wanted === undefined && !existsSync(path)) return undefined
    const onFailure = (error: unknown) => logger.warn({ chain, err: error }, 'address index: blocks not read')
    const index = await createAddressIndex({ pool, path, onFailure })
    if (wanted !== undefined)
      for (const address of wanted.addresses ?? [undefined])
        await index.add({ fromBlock: BigInt(wanted.fromBlock), ...(address && { address }) })
    index.follow()
    void fill(index, onFailure)
    return index
  }

  async function fill(index: AddressIndex, onFailure: (error: unknown) => void): Promise<void> {
    while (!control.signal.aborted) {
      try {
        const { stopped } = await index.backfill({ signal: control.signal })
        if (stopped === null) return
      } catch (error) {
        if (!control.signal.aborted) onFailure(error)
      }
      await sleep(againMs, control.signal)
    }
  }

  function get(chain: string): Promise<AddressIndex | undefined> {
    const found = getOrCreate(opened, chain, () => open(chain).catch((error: unknown) => onRefused(chain, error)))
    // A file that does not exist yet may be created later.
    void found.then((index) => void (index === undefined && addressIndex[chain] === undefined && opened.delete(chain)))
    return found
  }

  /**
   * Handles an index that could not be opened. Histories then come from the node's providers. If the error is
   * retryable, for example an unresponsive provider, the index is opened again later.
   */
  function onRefused(chain: string, error: unknown): undefined {
    logger.error({ chain, err: error }, 'address index not opened')
    if (addressIndex[chain] === undefined || !(error instanceof OutriggerError && error.retryable)) return
    void sleep(againMs, control.signal).then(() => {
      if (control.signal.aborted) return
      opened.delete(chain)
      void get(chain)
    })
  }

  for (const chain of Object.keys(addressIndex)) void get(chain)

  return {
    get,
    async close() {
      control.abort()
      const indexes = await Promise.all(opened.values())
      await Promise.all(indexes.map((index) => index?.close()))
    },
  }
}
