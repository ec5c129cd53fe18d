import * as t from 'typebox'
import {
  aggregations,
  analyticsExamples as examples,
  intervals,
  Metric,
  meaning,
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
const Aggregation = t.Enum([...aggregations], { description: 'Default: depends on the length of the period' })
const MetricName = t.String({
  minLength: 1,
  maxLength: 200,
  description: 'transaction_volume, active_addresses, gas_usage or new_wallets. Not every chain has every metric',
})
const chain = t.Optional(
  t.String({ minLength: 1, maxLength: 200, default: 'ethereum', description: 'Name or chain id of a chain' }),
)
/** Blocks whose swaps were read. `complete` is true if they cover the last 24 hours. */
const Searched = record(
  {
    fromBlock: Bigint,
    toBlock: Bigint,
    complete: t.Boolean({ description: 'True if these blocks cover the last 24 hours' }),
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
    summary: 'Usage of this key by UTC days: this month by default, up to 13 months back',
    response: t.Object({
      period: t.Object({ start: Day, end: Day }),
      total_cu_used: t.Integer({ description: 'Compute units, including traces' }),
      trace_cu_used: t.Integer({ description: 'Part of the total that came from the pool for traces' }),
      total_requests: t.Integer({ description: 'Calls and events, including failed ones' }),
      by_chain: t.Record(t.String(), t.Integer(), {
        description: 'Compute units by chain. `none` counts requests without a chain',
      }),
      by_method: t.Record(t.String(), t.Integer(), {
        description: 'Number of requests by JSON-RPC method, endpoint or type of event',
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
    summary: 'Totals of the blocks that this node has counted, and its number of users',
    response: record({
      transactions: named(
        'total_transactions',
        t.Integer({ minimum: 0, description: 'Transactions in the counted blocks of all chains' }),
      ),
      volumeUsd: named('total_volume', toDollars('US dollars at the current prices of the native currencies')),
      activeChains: t.Integer({ minimum: 0, description: 'Chains whose head moved within the last three block times' }),
      /** Distinct API keys in the last 24 hours. */
      activeUsers: t.Integer({ minimum: 0, description: 'Distinct API keys in the last 24 hours' }),
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
      metric: t.Optional(
        t.String({ minLength: 1, maxLength: 200, default: 'transaction_volume', description: 'Id of a metric' }),
      ),
      interval: t.Optional(t.Enum([...intervals], { default: '1h', description: 'Length of one value' })),
      ...Period,
    }),
    summary: 'A metric over time. By default the last 24 hours, or 30 days for the interval 1d',
    response: record({
      chain: t.String(),
      metric: t.String(),
      interval: wireOnly(t.String()),
      /** Oldest first. */
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
    summary: 'A metric of one chain by hours, days, weeks or months',
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
        description: 'Repeat the parameter for each chain',
      }),
      metric: MetricName,
      aggregation: t.Optional(Aggregation),
      ...Period,
    }),
    summary: 'Compare a metric of several chains',
    response: record({
      metric: t.String(),
      aggregation: t.String(),
      comparison: t.Record(
        t.String(),
        t.Union([Points, t.Object({ error: t.String(), message: t.String() })], {
          description: 'Values of the chain, or an error if the chain lacks the metric or cannot be read',
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
    query: t.Object({
      chain: t.Optional(t.String({ minLength: 1, maxLength: 200, description: 'Only metrics of this chain' })),
    }),
    summary: 'List all metrics, or those of one chain',
    response: record({ metrics: t.Array(Metric) }),
    example: examples.metrics,
  }),
  analyticsTrendingTokens: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/trending/tokens',
    query: t.Object({
      chain,
      limit: t.Optional(t.Integer({ minimum: 1, maximum: 1000, default: 10, description: 'Maximum number of tokens' })),
    }),
    summary: 'Most traded tokens of the last 24 hours, by swaps on the chain',
    response: record({
      /** Most traded first. */
      tokens: t.Array(
        record({
          symbol: t.String(),
          address: t.String(),
          /** Ratio: mean price of the last hour, relative to the same hour a day earlier. Null without trades in that hour. */
          change24h: named(
            'change_24h',
            orNull(
              toPercent(
                'Percent change of the mean price from the same hour a day earlier. null without trades in that hour',
              ),
            ),
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
      'Value locked in DeFi and its trading volume, from DefiLlama if the configuration enables it. Otherwise the sum of the lenders on the chains of this node',
    response: record({
      tvlUsd: named('tvl', UsdOrNull),
      volume24hUsd: named('volume_24h', UsdOrNull),
      protocols: t.Array(
        record({
          name: t.String(),
          tvlUsd: named('tvl', Usd),
          /** Share of the sum of all protocols, as a ratio. */
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
    summary: 'Capitalization, dominance, and fear and greed, from CoinGecko and alternative.me',
    response: record({
      marketCapUsd: named('total_market_cap', UsdOrNull),
      /** Share of the whole market, as a ratio. */
      btcDominance: orNull(toPercent('Percent of the market capitalization; null if unknown')),
      /** Share of the whole market, as a ratio. */
      ethDominance: orNull(toPercent('Percent of the market capitalization; null if unknown')),
      volume24hUsd: named('volume_24h', UsdOrNull),
      /** 0 to 100. */
      fearAndGreed: named(
        'fear_greed_index',
        orNull(t.Number({ description: '0 (fear) to 100 (greed); null if unknown' })),
      ),
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
    summary: 'Throughput, block time and validators of the chains of this node',
    response: record({
      chains: t.Array(
        record({
          name: t.String(),
          /** Transactions per second. */
          tps: orNull(t.Number({ description: 'Transactions per second; null if unknown' })),
          blockTimeMs: named('block_time', orNull(ExactSeconds)),
          activeValidators: orNull(t.Number({ description: 'Number of active validators; null if unknown' })),
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
    query: t.Object({
      protocol: t.Optional(
        t.String({ minLength: 1, maxLength: 200, default: 'uniswap_v3', description: 'Id of a DEX' }),
      ),
      chain,
    }),
    summary: 'Liquidity and 24-hour volume of the pools of a DEX',
    response: record({
      liquidityUsd: named('total_liquidity', t.Number({ description: 'Value of the tokens in the pools, US dollars' })),
      pools: t.Array(
        record({
          pair: t.String(),
          address: t.String(),
          /** Ratio: 0.003 is 0.3 %. */
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
    summary: 'Transactions, volume and fees of an address on the chains of this node',
    response: record({
      address: t.String(),
      transactions: named(
        'total_transactions',
        t.Integer({ minimum: 0, description: 'Transactions sent and received' }),
      ),
      chainsUsed: t.Array(t.String()),
      firstMs: named('first_transaction', t.Union([Timestamp, t.Null()], { description: 'null without transactions' })),
      lastMs: named('last_transaction', t.Union([Timestamp, t.Null()], { description: 'null without transactions' })),
      volumeUsd: named(
        'total_volume_usd',
        orNull(
          t.Number({
            description: 'Native currency sent and received, US dollars at the prices of price_basis. null if unknown',
          }),
        ),
      ),
      feesUsd: named(
        'gas_spent_usd',
        orNull(
          t.Number({
            description: 'Fees of the transactions it sent, US dollars at the prices of price_basis. null if unknown',
          }),
        ),
      ),
      chains: t.Record(
        t.String(),
        record({
          transactions: Int,
          sent: Int,
          received: Int,
          volumeUsd: UsdOrNull,
          feesUsd: named('gas_spent_usd', UsdOrNull),
          /** `day`: each transaction at the price of its day · `present`: all at the current price · null without prices. */
          priceBasis: orNull(
            t.Enum(['day', 'present'], {
              description:
                'day: each transaction at the price of its UTC day. present: all at the current price, because the price of a day is unknown. null without prices',
            }),
          ),
          /** True if all transactions of the address were found. */
          complete: t.Boolean({ description: 'True if all transactions of the address were found' }),
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
    params: t.Object({
      protocol: t.String({ minLength: 1, maxLength: 200, description: 'Id or slug of a lender or DEX' }),
    }),
    summary: 'Statistics of a lender or DEX on the chains of this node, or from DefiLlama',
    response: record({
      protocol: t.String(),
      tvlUsd: named('tvl', UsdOrNull),
      volume24hUsd: named('volume_24h', UsdOrNull),
      uniqueUsers: orNull(
        t.Integer({ description: 'Distinct senders of transactions with logs of the protocol in the last 24 hours' }),
      ),
      transactions: named(
        'total_transactions',
        orNull(t.Integer({ description: 'Transactions with logs of the protocol in the last 24 hours' })),
      ),
      pools: orNull(Int),
      /** Ratio per year: 0.05 is 5 %. */
      apyAverage: orNull(toPercent('Percent per year, weighted by value')),
      timestampMs,
      chains: t.Array(t.String()),
      ...Origin,
    }),
    example: examples.protocol,
  }),
}
