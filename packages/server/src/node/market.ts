import type { Clock } from '@outrigger/core'
import {
  createMarketData,
  createMarketOverview,
  type MarketData,
  type MarketDataOptions,
  type MarketOverview,
} from '@outrigger/defi/market'
import type { AnalyticsSettings } from './analyticsSettings.ts'
import { UpstreamUnavailableError } from './chainErrors.ts'
import type { MarketSettings } from './marketSettings.ts'
import type { PriceSettings } from './priceSettings.ts'

/** Returns null unless DefiLlama is enabled, because the node never contacts external services by default. */
export function createMarket(
  { defillama }: MarketSettings,
  clock: Clock,
  limits: Pick<MarketDataOptions, 'timeoutMs'> = {},
): MarketData | null {
  const { enabled = false, ...urls } = defillama ?? {}
  return enabled ? createMarketData({ ...limits, ...urls, clock }) : null
}

/** @throws {UpstreamUnavailableError} names the setting that adds the source */
export function requireMarket(market: MarketData | null): MarketData {
  if (market !== null) return market
  throw new UpstreamUnavailableError(
    'defillama',
    'DefiLlama is not enabled. Set market.defillama.enabled in the configuration of the node, or OUTRIGGER_MARKET_DEFILLAMA_ENABLED=true.',
  )
}

/** Combines the sources that the configuration enables. The CoinGecko key is the one of `prices`. */
export function createOverview(
  { coingecko, fearAndGreed }: AnalyticsSettings,
  { apiKey, plan }: NonNullable<PriceSettings['coingecko']>,
  clock: Clock,
): MarketOverview {
  const named = <source extends { readonly enabled?: boolean; readonly url?: string }>(source: source | undefined) =>
    source?.enabled === true ? (source.url === undefined ? {} : { url: source.url }) : undefined
  const [gecko, fng] = [named(coingecko), named(fearAndGreed)]
  return createMarketOverview({
    ...(gecko && { coingecko: { ...gecko, ...(apiKey !== undefined && { apiKey }), ...(plan && { plan }) } }),
    ...(fng && { fearAndGreed: fng }),
    clock,
  })
}
