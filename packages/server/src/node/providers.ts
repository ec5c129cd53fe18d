import {
  type ChainName,
  type ChainProfile,
  type Clock,
  createFamilyPool,
  createProviderPool,
  createRestPool,
  type FamilyPool,
  getChain,
  type ProviderPool,
  type RestPool,
} from '@outrigger/core'
import type { Logger } from 'pino'
import type { NodeConfig } from './config.ts'
import { logPool } from './logPool.ts'

/** Pools of EVM chains. */
export type Pools = { readonly [chain in ChainName]?: ProviderPool }
/** Pools of chains of other families. */
export type FamilyPools = { readonly [chain in ChainName]?: FamilyPool }

export type Providers = {
  readonly pools: Pools
  readonly familyPools: FamilyPools
  readonly beaconPool: RestPool | null
  readonly all: readonly (ProviderPool | FamilyPool | RestPool)[]
  close(): Promise<void>
}

/** Creates the configured pools and logs their events. */
export function createProviders({ chains = {}, beacon }: NodeConfig, logger: Logger, clock?: Clock): Providers {
  // Without a clock the pools use their own monotonic one.
  const timing = clock === undefined ? {} : { clock }
  const pools: Record<string, ProviderPool> = {}
  const familyPools: Record<string, FamilyPool> = {}
  for (const [name, { chainId, ...settings }] of Object.entries(chains)) {
    const chain = withChainId(getChain(name), chainId)
    if (chain.family === 'evm') pools[name] = createProviderPool({ chain, ...timing, ...settings })
    else familyPools[name] = createFamilyPool({ chain, ...timing, ...settings })
  }
  const beaconPool = beacon
    ? createRestPool({ name: 'beacon', probePath: '/eth/v1/node/syncing', ...timing, ...beacon })
    : null
  const all = [...Object.values(pools), ...Object.values(familyPools), ...(beaconPool ? [beaconPool] : [])]
  const stops = all.map((pool) => logPool(pool, pool.report().chain, logger))
  return {
    pools,
    familyPools,
    beaconPool,
    all,
    async close() {
      for (const stop of stops) stop()
      await Promise.all(all.map((pool) => pool.close()))
    },
  }
}

// A fork or a local chain has the profile of its original, except for the id.
function withChainId(chain: ChainProfile, chainId: number | undefined): ChainProfile {
  if (chainId === undefined || chain.viemChain === null) return chain
  return { ...chain, chainId, viemChain: { ...chain.viemChain, id: chainId } }
}
