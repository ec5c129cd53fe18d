import type { Clock } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import { createDataset, type Dataset } from '../sources/dataset.ts'
import type { Row } from '../sources/row.ts'

export type MarketOverviewOptions = {
  /** CoinGecko's API; absent to disable it. The key is sent as a header. */
  readonly coingecko?: { readonly url?: string; readonly apiKey?: string; readonly plan?: 'demo' | 'pro' }
  /** The API of alternative.me; absent to disable it. */
  readonly fearAndGreed?: { readonly url?: string }
  /** @default 300000 */
  readonly ttlMs?: number
  /** @default 9000 */
  readonly timeoutMs?: number
  readonly clock?: Clock
}

/** Figures of the whole market in US dollars and percent. Null if their source is disabled or fails. */
export type MarketOverviewFigures = {
  readonly marketCapUsd: number | null
  readonly btcDominance: number | null
  readonly ethDominance: number | null
  readonly volume24hUsd: number | null
  /** 0 is extreme fear, 100 extreme greed. */
  readonly fearAndGreed: number | null
  /** Most searched first. Empty without a source. */
  readonly trendingCategories: readonly string[]
  /** Why figures are null, by source. */
  readonly failures: Readonly<Partial<Record<'coingecko' | 'trending' | 'alternative.me', unknown>>>
  /** When the oldest figure was read, in Unix milliseconds. Null if none was read. */
  readonly timestampMs: number | null
}

/** Figures of the whole market from several sources. While a source fails, its last figures are returned. */
export type MarketOverview = {
  get(): Promise<MarketOverviewFigures>
  close(): void
}

const maxBytes = 4_194_304
const hosts = { demo: 'https://api.coingecko.com/api/v3', pro: 'https://pro-api.coingecko.com/api/v3' } as const

/**
 * Creates a client for market capitalization, dominance, volume and trending categories from CoinGecko (`/global`,
 * `/search/trending`), and the fear and greed index from alternative.me (`/fng`). It makes no request before the first
 * call.
 *
 * @example
 * const overview = createMarketOverview({ coingecko: {}, fearAndGreed: {} })
 * const { btcDominance, fearAndGreed, failures } = await overview.get()
 */
export function createMarketOverview(options: MarketOverviewOptions): MarketOverview {
  const { coingecko, fearAndGreed, ttlMs = 300_000, timeoutMs = 9_000, clock = systemClock } = options
  const ending = new AbortController()
  const shared = { ttlMs, timeoutMs, maxBytes, clock, signal: ending.signal }
  const gecko = coingecko && toGecko(coingecko)
  const global = gecko && createDataset({ ...gecko.global, columns: [], toFigure: toGlobal }, shared)
  const trending = gecko && createDataset({ ...gecko.trending, columns: [], toFigure: toCategory }, shared)
  const fng = fearAndGreed && createDataset({ ...toFng(fearAndGreed), columns: [], toFigure: toIndex }, shared)

  return {
    async get() {
      const [whole, categories, index] = await Promise.all([readOf(global), readOf(trending), readOf(fng)])
      const [market] = whole.rows
      const times = [whole, categories, index].flatMap(({ timestampMs }) => timestampMs ?? [])
      return {
        marketCapUsd: market?.marketCapUsd ?? null,
        btcDominance: market?.btcDominance ?? null,
        ethDominance: market?.ethDominance ?? null,
        volume24hUsd: market?.volume24hUsd ?? null,
        fearAndGreed: index.rows[0] ?? null,
        trendingCategories: categories.rows,
        failures: {
          ...(whole.failure !== undefined && { coingecko: whole.failure }),
          ...(categories.failure !== undefined && { trending: categories.failure }),
          ...(index.failure !== undefined && { 'alternative.me': index.failure }),
        },
        timestampMs: times.length === 0 ? null : Math.min(...times),
      }
    },
    close() {
      ending.abort()
      for (const dataset of [global, trending, fng]) dataset?.close()
    },
  }
}

type Read<row> = { readonly rows: readonly row[]; readonly timestampMs?: number; readonly failure?: unknown }

const readOf = async <row>(dataset: Dataset<row> | undefined): Promise<Read<row>> =>
  dataset === undefined ? { rows: [] } : dataset.get().catch((failure: unknown) => ({ rows: [], failure }))

function toGecko({ apiKey, plan = 'demo', url }: NonNullable<MarketOverviewOptions['coingecko']>) {
  const isPro = plan === 'pro' && apiKey !== undefined
  const base = (url ?? hosts[isPro ? 'pro' : 'demo']).replace(/\/+$/, '')
  const headers: Record<string, string> =
    apiKey === undefined ? {} : { [isPro ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: apiKey }
  const owner = 'CoinGecko'
  return {
    global: { owner, headers, name: 'figures of the market', url: `${base}/global`, field: 'data', isObject: true },
    trending: { owner, headers, name: 'trending categories', url: `${base}/search/trending`, field: 'categories' },
  }
}

const toFng = ({ url = 'https://api.alternative.me' }: { readonly url?: string }) => ({
  owner: 'alternative.me',
  name: 'days of fear and greed',
  field: 'data',
  url: `${url.replace(/\/+$/, '')}/fng/?limit=1`,
})

function toGlobal(row: Row) {
  const shares = row.numbers('market_cap_percentage')
  return {
    marketCapUsd: row.numbers('total_market_cap')['usd'] ?? null,
    btcDominance: shares['btc'] ?? null,
    ethDominance: shares['eth'] ?? null,
    volume24hUsd: row.numbers('total_volume')['usd'] ?? null,
  }
}

const toCategory = (row: Row): string => row.text('name')

/** The API sends numbers as text. */
function toIndex(row: Row): number | null {
  const value = Number(row.text('value'))
  return Number.isFinite(value) ? value : null
}
