import type { Clock } from '@outrigger/core'
import { createCache, systemClock } from '@outrigger/core/internal'
import type { Freshness } from '@outrigger/oracle'
import { toChainKey } from './compute/names.ts'
import { computeSummary, type SummaryFigures } from './compute/summary.ts'
import { computeTvl, findChain, type TvlFigures, type TvlQuestion } from './compute/tvl.ts'
import { computeVolumes, type VolumeFigures, type VolumesQuestion } from './compute/volumes.ts'
import { computeYields, type YieldFigures, type YieldsQuestion } from './compute/yields.ts'
import type { DexFigure } from './figures.ts'
import { createDataset, type Dataset, type MarketSourceReport } from './sources/dataset.ts'
import { toChain, toDex, toPastTvl, toPool, toProtocol } from './sources/defiLlamaRows.ts'

export type MarketDataOptions = {
  /** Address of DefiLlama's API for value locked and volumes. @default https://api.llama.fi */
  readonly apiUrl?: string
  /** Address of its API for yields. @default https://yields.llama.fi */
  readonly yieldsUrl?: string
  /** How long an answer counts as fresh; DefiLlama's own figures change once an hour. @default 300000 */
  readonly ttlMs?: number
  /** Longest wait for a whole answer. @default 9000 */
  readonly timeoutMs?: number
  /** Longest answer, unpacked, that is read. @default 67108864 */
  readonly maxBytes?: number
  readonly clock?: Clock
}

/** What DefiLlama says of the market, with its age. What was read is served on, marked stale, while DefiLlama fails. */
export type MarketData = {
  /** Value locked in protocols and on chains. */
  getTvl(question?: TvlQuestion): Promise<TvlFigures & Freshness>
  /** What pools yield. */
  getYields(question?: YieldsQuestion): Promise<YieldFigures & Freshness>
  /** What was traded on DEXes. */
  getVolumes(question?: VolumesQuestion): Promise<VolumeFigures & Freshness>
  getSummary(): Promise<SummaryFigures & Freshness>
  /** How the sources do, by dataset. */
  report(): readonly MarketSourceReport[]
  /** Ends reads that are under way. */
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

/** Chains whose DEXes are held; those asked for longest ago go first. */
const maxChains = 50
const dexQuery = 'excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true'

/**
 * DefiLlama's figures: value locked, yields, DEX volumes. Nothing is asked before a question is; answers are kept for
 * `ttlMs` and asked for again by their tag, so that what has not changed is not sent twice. Needs no key.
 *
 * All questions throw {@link MarketUnavailableError} where nothing was ever read and nothing can be, and
 * {@link UnknownMarketNameError} for a name that DefiLlama does not know.
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

  async function getVolumes(question: VolumesQuestion = {}): Promise<VolumeFigures & Freshness> {
    const all = await dexes.get()
    if (question.chain === undefined) return { ...computeVolumes(all.rows, all.rows, question), ...toFreshness([all]) }
    const places = await chains.get()
    const { name } = findChain(places.rows, question.chain)
    const key = toChainKey(name)
    // A chain without a DEX has no answer of its own.
    const hasDex = all.rows.some((dex) => dex.chains.some((chain) => toChainKey(chain) === key))
    const there = hasDex ? await dexesOf(name).get() : { ...all, rows: [] }
    return { ...computeVolumes(there.rows, all.rows, question), ...toFreshness([all, places, there]) }
  }

  const close = async () => {
    ending.abort()
    for (const dataset of [protocols, chains, past, pools, dexes]) dataset.close()
  }

  return {
    async getTvl(question = {}) {
      const [ofProtocols, ofChains] = await Promise.all([protocols.get(), chains.get()])
      return { ...computeTvl(ofProtocols.rows, ofChains.rows, question), ...toFreshness([ofProtocols, ofChains]) }
    },
    async getYields(question = {}) {
      const figures = await pools.get()
      return { ...computeYields(figures.rows, question), ...toFreshness([figures]) }
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

/** Of an answer made of several: the oldest counts. */
function toFreshness(parts: readonly Freshness[]): Freshness {
  const [oldest] = parts.toSorted((a, b) => a.timestampMs - b.timestampMs)
  const { ttlMs, timestampMs } = oldest as Freshness
  const stale = parts.some((part) => part.stale)
  return { source: stale ? 'cache' : 'primary', stale, ttlMs, timestampMs }
}
