import type { Arguments, Response } from '../../contract/contract.ts'
import type { AnalyticsQuestions } from '../../outrigger/analyticsQuestions.ts'
import type { AnalyticsReadings, SeriesInterval } from '../../outrigger/analyticsReadings.ts'
import { dropUndefined } from './dropUndefined.ts'

type Asked =
  | 'analyticsTimeseries'
  | 'analyticsChainData'
  | 'analyticsCompare'
  | 'analyticsMetricsAvailable'
  | 'analyticsOverview'
  | 'analyticsTrendingTokens'
  | 'analyticsLiquidityMetrics'
  | 'analyticsDefiMetrics'
  | 'analyticsMarketOverview'
  | 'analyticsChainsMetrics'
  | 'analyticsUserActivity'
  | 'analyticsProtocolStats'

/** What answers in wire form: the client of a node elsewhere, or a node in this process. */
type Answerer = { readonly [id in Asked]: (args: Arguments<id>) => Promise<Response<id>> }

const aggregationOf = { '1w': 'weekly', '1M': 'monthly' } as const

/** Analytics as a caller asks for them, of answers in wire form. */
export function createAnalyticsQuestions(wire: Answerer): AnalyticsQuestions {
  return {
    async getSeries(chain, { metric = 'transaction_volume', interval = '1h', ...period } = {}) {
      if (interval === '1w' || interval === '1M') {
        const question = { chain, metric, aggregation: aggregationOf[interval], ...toDates(period) }
        const { data, ...answer } = await wire.analyticsChainData(question)
        return toSeries({ ...answer, data_points: data }, interval)
      }
      return toSeries(await wire.analyticsTimeseries({ chain, metric, interval, ...toDates(period) }), interval)
    },
    async compare(chains, { metric, aggregation, ...period }) {
      const question = { chains: [...chains], metric, ...(aggregation && { aggregation }), ...toDates(period) }
      return toComparison(await wire.analyticsCompare(question))
    },
    getMetrics: async ({ chain } = {}) => (await wire.analyticsMetricsAvailable(dropUndefined({ chain }))).metrics,
    getOverview: async () => toOverview(await wire.analyticsOverview({})),
    getTrendingTokens: async (chain, { limit } = {}) =>
      toTrendingTokens(await wire.analyticsTrendingTokens(dropUndefined({ chain, limit }))),
    getLiquidity: async (chain, { protocol } = {}) =>
      toLiquidity(await wire.analyticsLiquidityMetrics(dropUndefined({ chain, protocol }))),
    getDefi: async () => toDefi(await wire.analyticsDefiMetrics({})),
    getMarketOverview: async () => toMarketOverview(await wire.analyticsMarketOverview({})),
    getChains: async () => toChains(await wire.analyticsChainsMetrics({})),
    getUserActivity: async (address) => toUserActivity(await wire.analyticsUserActivity({ address })),
    getProtocolStats: async (protocol) => toProtocolStats(await wire.analyticsProtocolStats({ protocol })),
  }
}

const toIso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())
const toDates = ({ fromMs, toMs }: { readonly fromMs?: number; readonly toMs?: number }) =>
  dropUndefined({ start_date: toIso(fromMs), end_date: toIso(toMs) })
const toRatio = (percent: number | null): number | null => (percent === null ? null : percent / 100)
const toBlock = (number: number | null): bigint | null => (number === null ? null : BigInt(number))
const toMs = (timestamp: string | null): number | null => (timestamp === null ? null : Date.parse(timestamp))

type Series = Response<'analyticsTimeseries'>

const toPoints = (points: Series['data_points']): AnalyticsReadings['series']['points'] =>
  points.map(({ timestamp, value, amount, partial = false }) => ({
    startMs: Date.parse(timestamp),
    value,
    amount: amount === undefined ? null : BigInt(amount),
    isPartial: partial,
  }))

function toMeaning({ unit, method, standard_error, coverage }: Response<'analyticsCompare'>['metadata'][string]) {
  const { from_block, to_block, blocks, share, complete, gaps } = coverage
  return {
    unit,
    method,
    standardError: standard_error ?? null,
    coverage: {
      fromBlock: toBlock(from_block),
      toBlock: toBlock(to_block),
      blocks,
      share,
      complete,
      gaps: gaps.map(({ start, end }) => ({ fromMs: Date.parse(start), toMs: Date.parse(end) })),
    },
  }
}

type AnySeries = Pick<Series, 'chain' | 'metric' | 'data_points'> & {
  readonly metadata: Response<'analyticsChainData'>['metadata']
}

const toSeries = (answer: AnySeries, interval: SeriesInterval): AnalyticsReadings['series'] => ({
  chain: answer.chain,
  metric: answer.metric,
  interval,
  ...toMeaning(answer.metadata),
  fromMs: Date.parse(answer.metadata.start_date),
  toMs: Date.parse(answer.metadata.end_date),
  points: toPoints(answer.data_points),
})

function toComparison(answer: Response<'analyticsCompare'>): AnalyticsReadings['comparison'] {
  const { metric, aggregation, comparison, metadata } = answer
  const rows = Object.entries(comparison).map(([chain, entry]) => {
    const meaning = metadata[chain]
    if (!Array.isArray(entry)) return [chain, entry] as const
    return [chain, { ...toMeaning(meaning as NonNullable<typeof meaning>), points: toPoints(entry) }] as const
  })
  return { metric, aggregation, chains: Object.fromEntries(rows) }
}

function toOverview(answer: Response<'analyticsOverview'>): AnalyticsReadings['overview'] {
  const rows = Object.entries(answer.chains).map(
    ([chain, { transactions, volume_usd, from_block, to_block, active }]) => {
      const blocks = { fromBlock: toBlock(from_block), toBlock: toBlock(to_block) }
      const volumeUsd = volume_usd === null ? null : Number(volume_usd)
      return [chain, { transactions, volumeUsd, ...blocks, isActive: active }] as const
    },
  )
  return {
    timestampMs: Date.parse(answer.timestamp),
    transactions: answer.total_transactions,
    volumeUsd: Number(answer.total_volume),
    activeChains: answer.active_chains,
    activeUsers: answer.active_users,
    chains: Object.fromEntries(rows),
    unavailable: answer.unavailable,
  }
}

type Searched = Response<'analyticsTrendingTokens'>['coverage']
const toSearched = ({ from_block, to_block, complete }: Searched) => ({
  fromBlock: BigInt(from_block),
  toBlock: BigInt(to_block),
  complete,
})

const toTrendingTokens = (answer: Response<'analyticsTrendingTokens'>): AnalyticsReadings['trendingTokens'] => ({
  chain: answer.chain,
  timestampMs: Date.parse(answer.timestamp),
  source: answer.source,
  tokens: answer.tokens.map(({ symbol, address, change_24h, volume, price_usd, liquidity_usd }) => ({
    symbol,
    address,
    change24h: toRatio(change_24h),
    volume24hUsd: volume,
    priceUsd: price_usd,
    liquidityUsd: liquidity_usd,
  })),
  coverage: toSearched(answer.coverage),
})

const toLiquidity = (answer: Response<'analyticsLiquidityMetrics'>): AnalyticsReadings['liquidity'] => ({
  protocol: answer.protocol,
  chain: answer.chain,
  timestampMs: Date.parse(answer.timestamp),
  liquidityUsd: answer.total_liquidity,
  pools: answer.pools.map(({ pair, address, fee_percent, liquidity, volume_24h, fees_24h, swaps_24h }) => ({
    pair,
    address,
    fee: fee_percent / 100,
    liquidityUsd: liquidity,
    volume24hUsd: volume_24h,
    fees24hUsd: fees_24h,
    swaps24h: swaps_24h,
  })),
  coverage: toSearched(answer.coverage),
})

const toDefi = (answer: Response<'analyticsDefiMetrics'>): AnalyticsReadings['defi'] => ({
  timestampMs: Date.parse(answer.timestamp),
  tvlUsd: answer.tvl,
  volume24hUsd: answer.volume_24h,
  protocols: answer.protocols.map(({ name, tvl, dominance }) => ({ name, tvlUsd: tvl, dominance: dominance / 100 })),
  sources: answer.sources,
  unavailable: answer.unavailable,
})

const toMarketOverview = (answer: Response<'analyticsMarketOverview'>): AnalyticsReadings['marketOverview'] => ({
  timestampMs: Date.parse(answer.timestamp),
  marketCapUsd: answer.total_market_cap,
  btcDominance: toRatio(answer.btc_dominance),
  ethDominance: toRatio(answer.eth_dominance),
  volume24hUsd: answer.volume_24h,
  fearAndGreed: answer.fear_greed_index,
  trendingCategories: answer.trending_categories,
  sources: answer.sources,
  unavailable: answer.unavailable,
})

const toChains = (answer: Response<'analyticsChainsMetrics'>): AnalyticsReadings['chains'] => ({
  timestampMs: Date.parse(answer.timestamp),
  chains: answer.chains.map(({ name, tps, block_time, active_validators, latest_block, unavailable }) => ({
    name,
    tps,
    blockTimeMs: block_time === null ? null : block_time * 1000,
    activeValidators: active_validators,
    latestBlock: toBlock(latest_block),
    unavailable,
  })),
})

function toUserActivity(answer: Response<'analyticsUserActivity'>): AnalyticsReadings['userActivity'] {
  const rows = Object.entries(answer.chains).map(([chain, { volume_usd, gas_spent_usd, price_basis, ...counts }]) => {
    return [chain, { ...counts, volumeUsd: volume_usd, feesUsd: gas_spent_usd, priceBasis: price_basis }] as const
  })
  return {
    address: answer.address,
    timestampMs: Date.parse(answer.timestamp),
    transactions: answer.total_transactions,
    firstMs: toMs(answer.first_transaction),
    lastMs: toMs(answer.last_transaction),
    volumeUsd: answer.total_volume_usd,
    feesUsd: answer.gas_spent_usd,
    chainsUsed: answer.chains_used,
    chains: Object.fromEntries(rows),
    unavailable: answer.unavailable,
  }
}

const toProtocolStats = (answer: Response<'analyticsProtocolStats'>): AnalyticsReadings['protocolStats'] => ({
  protocol: answer.protocol,
  timestampMs: Date.parse(answer.timestamp),
  tvlUsd: answer.tvl,
  volume24hUsd: answer.volume_24h,
  uniqueUsers: answer.unique_users,
  transactions: answer.total_transactions,
  pools: answer.pools,
  apyAverage: toRatio(answer.apy_average),
  chains: answer.chains,
  sources: answer.sources,
  unavailable: answer.unavailable,
})
