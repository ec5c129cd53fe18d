import {
  type ChainName,
  type ChainProfile,
  type Clock,
  createProviderPool,
  createRestPool,
  getChain,
  type ProviderPool,
  type RestPool,
} from '@outrigger/core'
import type { Logger } from 'pino'
import type { NodeConfig } from './config.ts'

export type Pools = { readonly [chain in ChainName]?: ProviderPool }

export type Providers = {
  readonly pools: Pools
  readonly beaconPool: RestPool | null
  readonly all: readonly (ProviderPool | RestPool)[]
  close(): Promise<void>
}

/** The pools a configuration asks for, with what happens to them in the log. */
export function createProviders({ chains = {}, beacon }: NodeConfig, logger: Logger, clock?: Clock): Providers {
  // Without a clock the pools use their own monotonic one.
  const timing = clock === undefined ? {} : { clock }
  const pools = Object.fromEntries(
    Object.entries(chains).map(([name, { chainId, ...pool }]) => [
      name,
      createProviderPool({ chain: withChainId(getChain(name), chainId), ...timing, ...pool }),
    ]),
  ) as Pools
  const beaconPool = beacon
    ? createRestPool({ name: 'beacon', probePath: '/eth/v1/node/syncing', ...timing, ...beacon })
    : null
  const all = [...Object.values(pools), ...(beaconPool ? [beaconPool] : [])]
  for (const pool of all) {
    const { chain } = pool.report()
    pool.on('status', (change) => logger[change.to === 'healthy' ? 'info' : 'warn']({ chain, ...change }, 'endpoint'))
    pool.on('failover', (change) => logger.warn({ chain, ...change }, 'failover'))
  }
  return {
    pools,
    beaconPool,
    all,
    async close() {
      await Promise.all(all.map((pool) => pool.close()))
    },
  }
}

// A fork or a local chain has the profile of its original, with another id.
function withChainId(chain: ChainProfile, chainId: number | undefined): ChainProfile {
  if (chainId === undefined || chain.viemChain === null) return chain
  return { ...chain, chainId, viemChain: { ...chain.viemChain, id: chainId } }
}
