import { type Clock, getChain, type ProviderPool, type Store } from '@outrigger/core'
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
  return createPriceOracle({
    ...limits,
    store,
    clock,
    sources: toSources(settings, Object.values(pools), clock),
    ...(pools.ethereum && { redemption: createRedemptionReader({ pool: pools.ethereum }) }),
    watch: watch.map((text) => {
      const [chain = '', symbol = ''] = text.split(/:(.*)/)
      return { chain: getChain(chain), symbol }
    }),
  })
}

function toSources(settings: PriceSettings, pools: readonly ProviderPool[], clock: Clock): readonly PriceSource[] {
  const { chainlink, dex, defillama, coingecko, exchanges } = { ...priceDefaults, ...settings }
  const feeds = createChainlinkSource({ pools, clock })
  const toDollars = createDollarReader({ source: feeds, clock })
  const toUsd = (symbol: string, signal: AbortSignal) => toDollars(resolveToken('ethereum', symbol), signal)
  return [
    ...(chainlink ? [feeds] : []),
    ...(dex ? [createDexPriceSource({ pools, toUsd: toDollars, clock })] : []),
    ...(defillama.enabled ? [createDefiLlamaSource(defillama)] : []),
    ...(coingecko.enabled ? [createCoinGeckoSource(coingecko)] : []),
    ...exchanges.map((text) => {
      const [exchange = '', url] = text.split(/=(.*)/)
      return createExchangeSource({ exchange, toUsd, clock, ...(url && { url }) })
    }),
  ]
}
