import type { Clock } from '@outrigger/core'
import { createCache, systemClock } from '@outrigger/core/internal'
import type { Freshness } from '@outrigger/oracle'
import { toChainKey } from './compute/names.ts'
import { computeSummary, type SummaryFigures } from './compute/summary.ts'
import { computeTvl, findChain, type TvlFigures, type TvlFilter } from './compute/tvl.ts'
import { computeVolumes, type VolumeFigures, type VolumeFilter } from './compute/volumes.ts'
import { computeYields, type YieldFigures, type YieldFilter } from './compute/yields.ts'
import type { DexFigure } from './figures.ts'
import { createDataset, type Dataset, type MarketSourceReport } from './sources/dataset.ts'
import { toChain, toDex, toPastTvl, toPool, toProtocol } from './sources/defiLlamaRows.ts'

export type MarketDataOptions = {
  /** URL of DefiLlama's API for value locked and volumes. @default https://api.llama.fi */
  readonly apiUrl?: string
  /** URL of its API for yields. @default https://yields.llama.fi */
  readonly yieldsUrl?: string
  /** How long an answer is fresh, in milliseconds. DefiLlama updates its figures once an hour. @default 300000 */
  readonly ttlMs?: number
  /** Time limit for a complete answer in milliseconds. @default 9000 */
  readonly timeoutMs?: number
  /** Limit for an answer in bytes, after decompression. @default 67108864 */
  readonly maxBytes?: number
  readonly clock?: Clock
}

/**
 * DefiLlama's figures of the market, with their age. While DefiLlama fails, the last figures are returned and marked as
 * stale.
 */
export type MarketData = {
  /** Returns the value locked in protocols and on chains. */
  getTvl(filter?: TvlFilter): Promise<TvlFigures & Freshness>
  /** Returns the yields of pools. */
  getYields(filter?: YieldFilter): Promise<YieldFigures & Freshness>
  /** Returns the trading volume of DEXes. */
  getVolumes(filter?: VolumeFilter): Promise<VolumeFigures & Freshness>
  getSummary(): Promise<SummaryFigures & Freshness>
  /** Reports the status of the sources, by dataset. */
  report(): readonly MarketSourceReport[]
  /** Cancels reads in progress. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export const marketDefaults = {
  apiUrl: 'https://api.llama.fi',
  yieldsUrl: 'https://yields.llama.fi',
  ttlMs: 300_000,
  timeoutMs: 9_000,
  maxBytes: 67_108_864,
} as const

/** Largest number of chains whose DEXes are cached. The least recently used are dropped first. */
const maxChains = 50
const dexQuery = 'excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true'

/**
 * Creates a client for DefiLlama's figures: value locked, yields, DEX volumes. It makes no request before the first
 * call. Answers are cached for `ttlMs` and then requested again with their ETag, so unchanged data is not sent twice.
 * Needs no key.
 *
 * All calls throw {@link MarketUnavailableError} if no figures are cached and none can be read now, and {@link
 * UnknownMarketNameError} for a name that DefiLlama does not know.
 *
 * @example
 * await using market = createMarketData()
 * const { totalTvlUsd, timestampMs } = await market.getTvl({ protocol: 'aave_v3', chain: 'base' })
 * const { pools } = await market.getYields({ chain: 'ethereum', isStable: true, minTvlUsd: 1e6 })
 */
export function createMarketData(options: MarketDataOptions = {}): MarketData {
  const { apiUrl, yieldsUrl, clock = systemClock, ...limits } = { ...marketDefaults, ...options }
  const ending = new AbortController()
  const shared = { ...limits, clock, signal: ending.signal }
  const [api, yields] = [apiUrl, yieldsUrl].map((url) => url.replace(/\/+$/, ''))
  const protocols = createDataset(
    { name: 'protocols', url: `${api}/protocols`, toFigure: toProtocol, columns: ['tvl'] },
    shared,
  )
  const chains = createDataset({ name: 'chains', url: `${api}/v2/chains`, toFigure: toChain, columns: ['tvl'] }, shared)
  const past = createDataset(
    {
      name: 'past values',
      url: `${api}/v2/historicalChainTvl`,
      toFigure: toPastTvl,
      columns: ['date', 'tvl'],
    },
    shared,
  )
  const pools = createDataset(
    { name: 'pools', url: `${yields}/pools`, field: 'data', toFigure: toPool, columns: ['tvlUsd', 'apy'] },
    shared,
  )
  const createDexes = (name: string, path: string) =>
    createDataset(
      {
        name,
        url: `${api}/overview/dexs${path}?${dexQuery}`,
        field: 'protocols',
        toFigure: toDex,
        columns: ['total24h', 'total7d'],
      },
      shared,
    )
  const dexes = createDexes('volumes', '')
  const dexesByChain = createCache<Dataset<DexFigure>>({ max: maxChains, clock })

  function dexesOf(chain: string): Dataset<DexFigure> {
    const key = toChainKey(chain)
    const held = dexesByChain.get(key) ?? createDexes(`volumes on ${chain}`, `/${encodeURIComponent(chain)}`)
    dexesByChain.set(key, held)
    return held
  }

  async function getVolumes(filter: VolumeFilter = {}): Promise<VolumeFigures & Freshness> {
    const all = await dexes.get()
    if (filter.chain === undefined) return { ...computeVolumes(all.rows, all.rows, filter), ...toFreshness([all]) }
    const places = await chains.get()
    const { name } = findChain(places.rows, filter.chain)
    const key = toChainKey(name)
    // DefiLlama has no endpoint for a chain without DEXes.
    const hasDex = all.rows.some((dex) => dex.chains.some((chain) => toChainKey(chain) === key))
    const there = hasDex ? await dexesOf(name).get() : { ...all, rows: [] }
    return { ...computeVolumes(there.rows, all.rows, filter), ...toFreshness([all, places, there]) }
  }

  const close = async () => {
    ending.abort()
    for (const dataset of [protocols, chains, past, pools, dexes]) dataset.close()
  }

  return {
    async getTvl(filter = {}) {
      const [ofProtocols, ofChains] = await Promise.all([protocols.get(), chains.get()])
      return { ...computeTvl(ofProtocols.rows, ofChains.rows, filter), ...toFreshness([ofProtocols, ofChains]) }
    },
    async getYields(filter = {}) {
      const figures = await pools.get()
      return { ...computeYields(figures.rows, filter), ...toFreshness([figures]) }
    },
    getVolumes,
    async getSummary() {
      const read = await Promise.all([protocols.get(), chains.get(), past.get(), getVolumes()])
      const [ofProtocols, ofChains, series, volumes] = read
      return { ...computeSummary(ofProtocols.rows, ofChains.rows, series.rows, volumes), ...toFreshness(read) }
    },
    report: () => [protocols, chains, past, pools, dexes].map((dataset) => dataset.report()),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The oldest part determines the freshness of a combined answer. */
function toFreshness(parts: readonly Freshness[]): Freshness {
  const [oldest] = parts.toSorted((a, b) => a.timestampMs - b.timestampMs)
  const { ttlMs, timestampMs } = oldest as Freshness
  const stale = parts.some((part) => part.stale)
  return { source: stale ? 'cache' : 'primary', stale, ttlMs, timestampMs }
}
