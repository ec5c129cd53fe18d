import * as t from 'typebox'
import {
  aggregations,
  analyticsExamples as examples,
  intervals,
  Metric,
  meaning,
  NumberOrNull,
  Origin,
  Points,
  Usd,
  UsdOrNull,
} from './analyticsShapes.ts'
import { defineEndpoint } from './endpoint.ts'
import { named, record, wireOnly } from './record.ts'
import { AnyAddress, chainParams, Period, Text } from './sharedParameters.ts'
import { Bigint, ExactSeconds, Int, orNull, Timestamp, toPercent } from './wire.ts'

const area = { area: 'analytics', scopes: ['read:analytics'], cost: 10, errors: 'nested' } as const

const Day = t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Aggregation = t.Enum([...aggregations], { description: 'By default as the length of the period suggests' })
const MetricName = t.String({
  minLength: 1,
  maxLength: 200,
  description: 'transaction_volume, active_addresses, gas_usage or new_wallets, where the chain has it',
})
const chain = t.Optional(t.String({ minLength: 1, maxLength: 200, default: 'ethereum' }))
/** Blocks whose swaps were read; `complete` if they are the last 24 hours. */
const Searched = record(
  {
    fromBlock: Bigint,
    toBlock: Bigint,
    complete: t.Boolean({ description: 'Whether these are the last 24 hours' }),
  },
  { description: 'Blocks whose swaps were read' },
)
const timestampMs = named('timestamp', Timestamp)
const toDollars = (description?: string) =>
  t
    .Codec(t.String(description === undefined ? {} : { description }))
    .Decode(Number)
    .Encode(String)
const period = { fromMs: named('start_date', Timestamp), toMs: named('end_date', Timestamp) }

export const analyticsEndpoints = {
  analyticsUsage: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/usage',
    query: t.Object(Period),
    summary: 'Usage of this key by UTC day; this month by default, at most 13 months back',
    response: t.Object({
      period: t.Object({ start: Day, end: Day }),
      total_cu_used: t.Integer({ description: 'Traces included' }),
      trace_cu_used: t.Integer({ description: 'Of it, from the pool for traces' }),
      total_requests: t.Integer({ description: 'Calls and events, failed ones included' }),
      by_chain: t.Record(t.String(), t.Integer(), { description: 'Compute units; `none` for what has no chain' }),
      by_method: t.Record(t.String(), t.Integer(), {
        description: 'Requests, by JSON-RPC method, endpoint or kind of event',
      }),
    }),
    example: {
      period: { start: '2026-11-01', end: '2026-11-22' },
      total_cu_used: 2618,
      trace_cu_used: 2500,
      total_requests: 5,
      by_chain: { ethereum: 2608, none: 10 },
      by_method: { eth_call: 3, trace_block: 1, gasCompare: 1 },
    },
  }),
  analyticsOverview: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/overview',
    summary: 'Totals counted on the chains of this node, and the number of users',
    response: record({
      transactions: named(
        'total_transactions',
        t.Integer({ minimum: 0, description: 'Of the blocks that are counted, of all chains' }),
      ),
      volumeUsd: named('total_volume', toDollars('US dollars, at the present prices of the native currencies')),
      activeChains: t.Integer({ minimum: 0, description: 'Whose head has moved within three block times' }),
      /** Distinct API keys of the last 24 hours. */
      activeUsers: t.Integer({ minimum: 0, description: 'Distinct API keys of the last 24 hours' }),
      timestampMs,
      chains: t.Record(
        t.String(),
        record({
          transactions: Int,
          volumeUsd: orNull(toDollars()),
          fromBlock: orNull(Bigint),
          toBlock: orNull(Bigint),
          isActive: named('active', t.Boolean()),
        }),
      ),
      unavailable: Origin.unavailable,
    }),
    example: examples.overview,
  }),
  analyticsTimeseries: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/timeseries',
    query: t.Object({
      chain,
      metric: t.Optional(t.String({ minLength: 1, maxLength: 200, default: 'transaction_volume' })),
      interval: t.Optional(t.Enum([...intervals], { default: '1h' })),
      ...Period,
    }),
    summary: 'A metric over time; by default the last 24 hours, or 30 days for daily values',
    response: record({
      chain: t.String(),
      metric: t.String(),
      interval: wireOnly(t.String()),
      /** Ascending. */
      points: named('data_points', Points),
      metadata: record({ ...period, dataPointsCount: wireOnly(Int), ...meaning }),
    }),
    example: examples.timeseries,
  }),
  analyticsChainData: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/{chain}/data',
    params: chainParams,
    query: t.Object({ metric: MetricName, aggregation: t.Optional(Aggregation), ...Period }),
    summary: 'A metric of one chain, aggregated',
    response: record({
      chain: t.String(),
      metric: t.String(),
      aggregation: wireOnly(t.String()),
      points: named('data', Points),
      metadata: record({ ...period, ...meaning }),
    }),
    example: examples.chainData,
  }),
  analyticsCompare: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/compare',
    query: t.Object({
      chains: t.Union([Text, t.Array(Text, { minItems: 1, maxItems: 100 })], {
        description: 'Repeated, one per chain',
      }),
      metric: MetricName,
      aggregation: t.Optional(Aggregation),
      ...Period,
    }),
    summary: 'A metric of several chains',
    response: record({
      metric: t.String(),
      aggregation: t.String(),
      comparison: t.Record(
        t.String(),
        t.Union([Points, t.Object({ error: t.String(), message: t.String() })], {
          description: 'Of a chain without the metric, or that cannot be read, the error',
        }),
      ),
      metadata: t.Record(t.String(), record(meaning)),
    }),
    example: examples.compare,
  }),
  analyticsMetricsAvailable: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/metrics/available',
    query: t.Object({ chain: t.Optional(Text) }),
    summary: 'Available metrics, of all chains or of one',
    response: record({ metrics: t.Array(Metric) }),
    example: examples.metrics,
  }),
  analyticsTrendingTokens: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/trending/tokens',
    query: t.Object({ chain, limit: t.Optional(t.Integer({ minimum: 1, maximum: 1000, default: 10 })) }),
    summary: 'Most traded tokens of the last 24 hours, from the swaps on the chain',
    response: record({
      /** Most traded first. */
      tokens: t.Array(
        record({
          symbol: t.String(),
          address: t.String(),
          /** A ratio: mean price of the last hour over that of the hour a day before, minus 1; null without trades then. */
          change24h: named(
            'change_24h',
            orNull(toPercent('Percent, of the last hour over the hour a day before; null without trades then')),
          ),
          volume24hUsd: named('volume', t.Number({ description: 'US dollars in 24 hours' })),
          priceUsd: UsdOrNull,
          liquidityUsd: Usd,
        }),
      ),
      chain: t.String(),
      timestampMs,
      source: t.String(),
      coverage: Searched,
    }),
    example: examples.trending,
  }),
  analyticsDefiMetrics: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/defi/metrics',
    summary:
      'Value locked and traded in DeFi: from DefiLlama if the configuration enables it, otherwise the sum of the lenders on the chains of this node',
    response: record({
      tvlUsd: named('tvl', UsdOrNull),
      volume24hUsd: named('volume_24h', UsdOrNull),
      protocols: t.Array(
        record({
          name: t.String(),
          tvlUsd: named('tvl', Usd),
          /** Ratio of the whole. */
          dominance: toPercent('Percent of the sum of all protocols'),
        }),
      ),
      timestampMs,
      ...Origin,
    }),
    example: examples.defi,
  }),
  analyticsMarketOverview: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/market/overview',
    summary: 'Overview of the market, from CoinGecko and alternative.me',
    response: record({
      marketCapUsd: named('total_market_cap', UsdOrNull),
      /** Ratio of the whole market, as the next. */
      btcDominance: orNull(toPercent('Percent')),
      ethDominance: orNull(toPercent('Percent')),
      volume24hUsd: named('volume_24h', UsdOrNull),
      /** 0 to 100. */
      fearAndGreed: named('fear_greed_index', orNull(t.Number({ description: '0 to 100' }))),
      trendingCategories: t.Array(t.String()),
      timestampMs,
      ...Origin,
    }),
    example: examples.market,
  }),
  analyticsChainsMetrics: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/chains/metrics',
    summary: 'Throughput of the chains of this node',
    response: record({
      chains: t.Array(
        record({
          name: t.String(),
          /** Transactions a second. */
          tps: NumberOrNull,
          blockTimeMs: named('block_time', orNull(ExactSeconds)),
          activeValidators: NumberOrNull,
          latestBlock: orNull(Bigint),
          unavailable: Origin.unavailable,
        }),
      ),
      timestampMs,
    }),
    example: examples.chains,
  }),
  analyticsLiquidityMetrics: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/liquidity/metrics',
    query: t.Object({ protocol: t.Optional(t.String({ minLength: 1, maxLength: 200, default: 'uniswap_v3' })), chain }),
    summary: 'Liquidity and volume of the pools of a DEX',
    response: record({
      liquidityUsd: named('total_liquidity', t.Number({ description: 'US dollars, of what the pools hold' })),
      pools: t.Array(
        record({
          pair: t.String(),
          address: t.String(),
          /** A ratio: 0.003 is 0.3 %. */
          fee: named('fee_percent', toPercent()),
          liquidityUsd: named('liquidity', UsdOrNull),
          volume24hUsd: named('volume_24h', UsdOrNull),
          fees24hUsd: named('fees_24h', UsdOrNull),
          swaps24h: named('swaps_24h', Int),
        }),
      ),
      protocol: t.String(),
      chain: t.String(),
      timestampMs,
      coverage: Searched,
    }),
    example: examples.liquidity,
  }),
  analyticsUserActivity: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/user/activity',
    query: t.Object({ address: AnyAddress }),
    summary: 'Activity of an address on the chains of this node',
    response: record({
      address: t.String(),
      transactions: named('total_transactions', t.Integer({ minimum: 0, description: 'Sent and received' })),
      chainsUsed: t.Array(t.String()),
      firstMs: named('first_transaction', orNull(Timestamp)),
      lastMs: named('last_transaction', orNull(Timestamp)),
      volumeUsd: named(
        'total_volume_usd',
        orNull(t.Number({ description: 'Native currency sent and received, at the prices that price_basis names' })),
      ),
      feesUsd: named('gas_spent_usd', orNull(t.Number({ description: 'Fees of what it sent, likewise' }))),
      chains: t.Record(
        t.String(),
        record({
          transactions: Int,
          sent: Int,
          received: Int,
          volumeUsd: UsdOrNull,
          feesUsd: named('gas_spent_usd', UsdOrNull),
          /** `day`: each transaction at the price of its day; `present`: all at the present price; null without prices. */
          priceBasis: orNull(
            t.Enum(['day', 'present'], {
              description:
                'day: each transaction at the price of its day of UTC; present: all at the present price, where the price of one of those days is not known; null without prices',
            }),
          ),
          /** Whether all of its transactions were found. */
          complete: t.Boolean({ description: 'Whether all of its transactions were found' }),
        }),
      ),
      timestampMs,
      unavailable: Origin.unavailable,
    }),
    example: examples.user,
  }),
  analyticsProtocolStats: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/protocol/{protocol}/stats',
    params: t.Object({ protocol: Text }),
    summary: 'Statistics of a lender or DEX on the chains of this node, or from DefiLlama',
    response: record({
      protocol: t.String(),
      tvlUsd: named('tvl', UsdOrNull),
      volume24hUsd: named('volume_24h', UsdOrNull),
      uniqueUsers: orNull(t.Integer({ description: 'Distinct senders of transactions with its logs in 24 hours' })),
      transactions: named(
        'total_transactions',
        orNull(t.Integer({ description: 'Transactions with its logs in 24 hours' })),
      ),
      pools: orNull(Int),
      /** A ratio a year: 0.05 is 5 %. */
      apyAverage: orNull(toPercent('Percent a year, weighted by value')),
      timestampMs,
      chains: t.Array(t.String()),
      ...Origin,
    }),
    example: examples.protocol,
  }),
}
