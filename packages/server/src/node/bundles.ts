import { bundleChains } from '@outrigger/api/contract'
import type { ChainName, Clock, Store } from '@outrigger/core'
import type { Leases } from '@outrigger/core/internal'
import { type Bundler, createBundler, resolveRelay } from '@outrigger/mev/bundles'
import type { Logger } from 'pino'
import type { MevSettings } from './mevSettings.ts'
import { requirePool } from './perChain.ts'
import type { Pools } from './providers.ts'

/** Bundlers of a node, by chain. */
export type Bundles = {
  /**
   * Returns the bundler of a chain, or null if no relay of the chain is configured.
   * @throws {InvalidChainError} bundles are not supported on this chain
   * @throws {UpstreamUnavailableError} the chain has relays, and no provider
   */
  get(chain: string): Bundler | null
  close(): Promise<void>
}

type Parts = {
  readonly pools: Pools
  readonly store: Store
  /** Leases of the nodes, if the node shares its database with others. */
  readonly leases: Leases | undefined
  readonly clock: Clock
  readonly settings: MevSettings
  readonly logger: Logger
}

/** Opens a bundler for every chain with relays and providers. Resumes bundles that were pending when the node stopped. */
export function createBundles({ pools, store, leases, clock, settings, logger }: Parts): Bundles {
  const { relays = [], signerKey } = settings
  const opened = new Map<ChainName, Bundler>()
  if (relays.length > 0)
    for (const chain of bundleChains) {
      const pool = pools[chain]
      const bundler =
        pool && createBundler({ pool, store, leases, relays, clock, ...(signerKey !== undefined && { signerKey }) })
      if (bundler === undefined) continue
      bundler.on('status', ({ hash, status, causes }) =>
        logger.info({ chain, hash, status, why: causes?.[0]?.message }, 'bundle'),
      )
      bundler.on('failure', (error) => logger.warn({ chain, err: error }, 'bundles could not be followed'))
      opened.set(chain, bundler)
    }
  return {
    get(chain) {
      const name = bundleChains.find((one) => one === chain)
      if (name !== undefined && !relays.some((relay) => name in resolveRelay(relay).profile.urls)) return null
      requirePool(pools, chain, bundleChains)
      return opened.get(chain as ChainName) ?? null
    },
    async close() {
      await Promise.all([...opened.values()].map((bundler) => bundler.close()))
    },
  }
}
