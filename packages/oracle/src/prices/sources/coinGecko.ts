import type { ChainName } from '@outrigger/core'
import { toCandles } from '../compute/toCandles.ts'
import type { PriceSample, PriceSource } from '../priceSource.ts'
import type { PriceToken } from '../priceToken.ts'
import { getJson } from './getJson.ts'

export type CoinGeckoOptions = {
  /** @default https://api.coingecko.com/api/v3, or the Pro URL for a key of that plan */
  readonly url?: string
  /** API key. It is sent as a header, so that it is not part of a URL. */
  readonly apiKey?: string
  /** Plan of the key. @default demo */
  readonly plan?: 'demo' | 'pro'
}

/** CoinGecko's asset platforms. Source: `/asset_platforms` of its API. */
const platforms: { readonly [chain in ChainName]?: string } = {
  ethereum: 'ethereum',
  polygon: 'polygon-pos',
  arbitrum: 'arbitrum-one',
  optimism: 'optimistic-ethereum',
  base: 'base',
  avalanche: 'avalanche',
  bsc: 'binance-smart-chain',
  gnosis: 'xdai',
  linea: 'linea',
  scroll: 'scroll',
  zksync: 'zksync',
  mantle: 'mantle',
  celo: 'celo',
  blast: 'blast',
  unichain: 'unichain',
  sonic: 'sonic',
  berachain: 'berachain',
  worldchain: 'world-chain',
  ink: 'ink',
  moonbeam: 'moonbeam',
}
/** CoinGecko's coin ids, by symbol of the native currency. */
const coins: { readonly [symbol: string]: string } = {
  ETH: 'ethereum',
  POL: 'polygon-ecosystem-token',
  AVAX: 'avalanche-2',
  BNB: 'binancecoin',
  BTC: 'bitcoin',
  SOL: 'solana',
  STRK: 'starknet',
  ATOM: 'cosmos',
  OSMO: 'osmosis',
  MNT: 'mantle',
  CELO: 'celo',
  S: 'sonic-3',
  BERA: 'berachain-bera',
  GLMR: 'moonbeam',
  XDAI: 'xdai',
}

/** Maximum age of a price. CoinGecko updates prices about every minute. */
const maxAgeMs = 10 * 60_000
const include =
  'vs_currencies=usd&include_market_cap=true&include_24hr_vol=true&include_24hr_change=true&include_last_updated_at=true'

type Quote = {
  readonly usd?: unknown
  readonly usd_market_cap?: unknown
  readonly usd_24h_vol?: unknown
  readonly usd_24h_change?: unknown
  readonly last_updated_at?: unknown
}
type Chart = { readonly prices?: readonly (readonly [unknown, unknown])[] }

/**
 * Creates a source of CoinGecko's API: price, market capitalization, daily volume and change, and price history.
 *
 * @example createCoinGeckoSource({ apiKey: process.env.COINGECKO_KEY, plan: 'pro' })
 */
export function createCoinGeckoSource(options: CoinGeckoOptions = {}): PriceSource {
  const { apiKey, plan = 'demo' } = options
  const isPro = plan === 'pro' && apiKey !== undefined
  const { url = isPro ? 'https://pro-api.coingecko.com/api/v3' : 'https://api.coingecko.com/api/v3' } = options
  const headers: Record<string, string> =
    apiKey === undefined ? {} : { [isPro ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: apiKey }
  const request = <answer>(path: string, signal: AbortSignal) =>
    getJson<answer>({ baseUrl: url, path, headers, signal })

  return {
    name: 'coingecko',
    kind: 'aggregator',
    async read(token, signal) {
      const place = toPlace(token)
      if (place === null) return []
      const answer = await request<{ readonly [id: string]: Quote }>(`${place.pricePath}&${include}`, signal)
      return toSamples(answer[place.key])
    },
    async readHistory(token, range, signal) {
      const place = toPlace(token)
      if (place === null) return null
      const [from, to] = [Math.floor(range.fromMs / 1000), Math.ceil(range.toMs / 1000)]
      const chart = await request<Chart>(`${place.chartPath}?vs_currency=usd&from=${from}&to=${to}`, signal)
      const points = (chart.prices ?? []).flatMap(([timestampMs, priceUsd]) =>
        typeof timestampMs === 'number' && typeof priceUsd === 'number' ? [{ timestampMs, priceUsd }] : [],
      )
      return points.length === 0 ? null : toCandles(points, range)
    },
  }
}

function toPlace({ chain, address, isNative, symbol }: PriceToken) {
  const coin = isNative ? coins[symbol] : undefined
  if (coin !== undefined)
    return { key: coin, pricePath: `/simple/price?ids=${coin}`, chartPath: `/coins/${coin}/market_chart/range` }
  const platform = platforms[chain]
  if (address === null || platform === undefined) return null
  return {
    key: address,
    pricePath: `/simple/token_price/${platform}?contract_addresses=${address}`,
    chartPath: `/coins/${platform}/contract/${address}/market_chart/range`,
  }
}

function toSamples(quote: Quote | undefined): readonly PriceSample[] {
  if (typeof quote?.usd !== 'number' || typeof quote.last_updated_at !== 'number') return []
  const { usd_market_cap: marketCap, usd_24h_vol: volume, usd_24h_change: change } = quote
  return [
    {
      priceUsd: quote.usd,
      timestampMs: quote.last_updated_at * 1000,
      maxAgeMs,
      // 0 means that the supply is unknown.
      ...(typeof marketCap === 'number' && marketCap > 0 && { marketCapUsd: marketCap }),
      ...(typeof volume === 'number' && { volume24hUsd: volume }),
      ...(typeof change === 'number' && { change24h: change / 100 }),
    },
  ]
}
