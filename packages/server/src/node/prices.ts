import { type ChainName, type Clock, isChainName, type Store } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import { createDexPriceSource } from '@outrigger/defi/dex'
import { resolveToken } from '@outrigger/oracle/internal'
import {
  createChainlinkSource,
  createCoinGeckoSource,
  createDefiLlamaSource,
  createDollarReader,
  createExchangeSource,
  createPriceOracle,
  createRedemptionReader,
  type PriceOracle,
  type PriceOracleOptions,
  type PriceSource,
} from '@outrigger/oracle/prices'
import type { PublicClient } from 'viem'
import { type PriceSettings, priceDefaults } from './priceSettings.ts'
import type { Pools } from './providers.ts'

type Parts = {
  readonly pools: Pools
  readonly store: Store
  readonly settings: PriceSettings
  readonly clock: Clock
  readonly limits?: PriceLimits | undefined
}

export type PriceLimits = Pick<PriceOracleOptions, 'ttlMs' | 'timeoutMs'>

/** Creates a price oracle from the configured sources. It reads chains through the node's own providers. */
export function createPrices({ pools, store, settings, clock, limits }: Parts): PriceOracle {
  const { watch } = { ...priceDefaults, ...settings }
  const clientOf = createClients(pools)
  return createPriceOracle({
    ...limits,
    store,
    clock,
    sources: toSources(settings, clientOf, clock),
    redemption: createRedemptionReader(clientOf),
    watch: watch.map((text) => {
      const [chain = '', symbol = ''] = text.split(/:(.*)/)
      return { chain, symbol }
    }),
  })
}

function createClients(pools: Pools): (chain: ChainName) => PublicClient | undefined {
  const clients = new Map<ChainName, PublicClient>()
  for (const [name, pool] of Object.entries(pools)) if (isChainName(name)) clients.set(name, createPoolClient(pool))
  return (chain) => clients.get(chain)
}

function toSources(
  settings: PriceSettings,
  clientOf: (chain: ChainName) => PublicClient | undefined,
  clock: Clock,
): readonly PriceSource[] {
  const { chainlink, dex, defillama, coingecko, exchanges } = { ...priceDefaults, ...settings }
  const feeds = createChainlinkSource({ clientOf, clock })
  const toDollars = createDollarReader(feeds, clock)
  const toUsd = (symbol: string, signal: AbortSignal) => toDollars(resolveToken('ethereum', symbol), signal)
  return [
    ...(chainlink ? [feeds] : []),
    ...(dex ? [createDexPriceSource({ clientOf, toUsd: toDollars, clock })] : []),
    ...(defillama.enabled ? [createDefiLlamaSource(defillama)] : []),
    ...(coingecko.enabled ? [createCoinGeckoSource(coingecko)] : []),
    ...exchanges.map((text) => {
      const [exchange = '', url] = text.split(/=(.*)/)
      return createExchangeSource({ exchange, toUsd, clock, ...(url && { url }) })
    }),
  ]
}
