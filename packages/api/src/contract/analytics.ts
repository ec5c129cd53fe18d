import * as t from 'typebox'
import {
  aggregations,
  analyticsExamples as examples,
  intervals,
  Meaning,
  Metric,
  NumberOrNull,
  Origin,
  Points,
  Usd,
  UsdOrNull,
} from './analyticsShapes.ts'
import { defineEndpoint } from './endpoint.ts'
import { AnyAddress, chainParams, Period, Text } from './sharedParameters.ts'
import { Int, orNull, Timestamp } from './wire.ts'

const area = { area: 'analytics', scopes: ['read:analytics'], cost: 10, errors: 'nested' } as const

const Day = t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Aggregation = t.Enum([...aggregations], { description: 'By default as the length of the period suggests' })
const MetricName = t.String({
  minLength: 1,
  maxLength: 200,
  description: 'transaction_volume, active_addresses, gas_usage or new_wallets, where the chain has it',
})
const chain = t.Optional(t.String({ minLength: 1, maxLength: 200, default: 'ethereum' }))
const Searched = t.Object(
  { from_block: Int, to_block: Int, complete: t.Boolean({ description: 'Whether these are the last 24 hours' }) },
  { description: 'Blocks whose swaps were read' },
)

export const analyticsEndpoints = {
  analyticsUsage: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/usage',
    query: t.Object(Period),
    summary: 'What this key has used, by days of UTC; this month by default, 13 months back at most',
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
    summary: 'What this node has counted of its chains, and who uses it',
    response: t.Object({
      total_transactions: t.Integer({ minimum: 0, description: 'Of the blocks that are counted, of all chains' }),
      total_volume: t.String({ description: 'US dollars, at the present prices of the native currencies' }),
      active_chains: t.Integer({ minimum: 0, description: 'Whose head has moved within three block times' }),
      active_users: t.Integer({ minimum: 0, description: 'Distinct API keys of the last 24 hours' }),
      timestamp: Timestamp,
      chains: t.Record(
        t.String(),
        t.Object({
          transactions: Int,
          volume_usd: orNull(t.String()),
          from_block: orNull(Int),
          to_block: orNull(Int),
          active: t.Boolean(),
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
    summary: 'A metric over time; the last 24 hours by default, 30 days of days',
    response: t.Object({
      chain: t.String(),
      metric: t.String(),
      interval: t.String(),
      data_points: Points,
      metadata: t.Object({ start_date: Timestamp, end_date: Timestamp, data_points_count: Int, ...Meaning }),
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
    response: t.Object({
      chain: t.String(),
      metric: t.String(),
      aggregation: t.String(),
      data: Points,
      metadata: t.Object({ start_date: Timestamp, end_date: Timestamp, ...Meaning }),
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
    response: t.Object({
      metric: t.String(),
      aggregation: t.String(),
      comparison: t.Record(
        t.String(),
        t.Union([Points, t.Object({ error: t.String(), message: t.String() })], {
          description: 'Of a chain without the metric, or that cannot be read, the error',
        }),
      ),
      metadata: t.Record(t.String(), t.Object(Meaning)),
    }),
    example: examples.compare,
  }),
  analyticsMetricsAvailable: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/metrics/available',
    query: t.Object({ chain: t.Optional(Text) }),
    summary: 'Metrics there are, or those of a chain',
    response: t.Object({ metrics: t.Array(Metric) }),
    example: examples.metrics,
  }),
  analyticsTrendingTokens: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/trending/tokens',
    query: t.Object({ chain, limit: t.Optional(t.Integer({ minimum: 1, maximum: 1000, default: 10 })) }),
    summary: 'Tokens most traded in the last 24 hours, by the swaps of the chain itself',
    response: t.Object({
      tokens: t.Array(
        t.Object({
          symbol: t.String(),
          address: t.String(),
          change_24h: orNull(
            t.Number({ description: 'Percent, of the last hour over the hour a day before; null without trades then' }),
          ),
          volume: t.Number({ description: 'US dollars in 24 hours' }),
          price_usd: UsdOrNull,
          liquidity_usd: Usd,
        }),
      ),
      chain: t.String(),
      timestamp: Timestamp,
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
      'Value locked and traded in DeFi: DefiLlama’s figures where the configuration enables DefiLlama, otherwise the sum of the lenders on the chains of this node',
    response: t.Object({
      tvl: UsdOrNull,
      volume_24h: UsdOrNull,
      protocols: t.Array(
        t.Object({
          name: t.String(),
          tvl: Usd,
          dominance: t.Number({ description: 'Percent of the sum of all protocols' }),
        }),
      ),
      timestamp: Timestamp,
      ...Origin,
    }),
    example: examples.defi,
  }),
  analyticsMarketOverview: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/market/overview',
    summary: 'The market at a glance, by CoinGecko and alternative.me',
    response: t.Object({
      total_market_cap: UsdOrNull,
      btc_dominance: orNull(t.Number({ description: 'Percent' })),
      eth_dominance: orNull(t.Number({ description: 'Percent' })),
      volume_24h: UsdOrNull,
      fear_greed_index: orNull(t.Number({ description: '0 to 100' })),
      trending_categories: t.Array(t.String()),
      timestamp: Timestamp,
      ...Origin,
    }),
    example: examples.market,
  }),
  analyticsChainsMetrics: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/chains/metrics',
    summary: 'Throughput of the chains of this node',
    response: t.Object({
      chains: t.Array(
        t.Object({
          name: t.String(),
          tps: NumberOrNull,
          block_time: orNull(t.Number({ description: 'Seconds' })),
          active_validators: NumberOrNull,
          latest_block: orNull(Int),
          unavailable: Origin.unavailable,
        }),
      ),
      timestamp: Timestamp,
    }),
    example: examples.chains,
  }),
  analyticsLiquidityMetrics: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/liquidity/metrics',
    query: t.Object({ protocol: t.Optional(t.String({ minLength: 1, maxLength: 200, default: 'uniswap_v3' })), chain }),
    summary: 'What the pools of a DEX hold and traded',
    response: t.Object({
      total_liquidity: t.Number({ description: 'US dollars, of what the pools hold' }),
      pools: t.Array(
        t.Object({
          pair: t.String(),
          address: t.String(),
          fee_percent: t.Number(),
          liquidity: UsdOrNull,
          volume_24h: UsdOrNull,
          fees_24h: UsdOrNull,
          swaps_24h: Int,
        }),
      ),
      protocol: t.String(),
      chain: t.String(),
      timestamp: Timestamp,
      coverage: Searched,
    }),
    example: examples.liquidity,
  }),
  analyticsUserActivity: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/user/activity',
    query: t.Object({ address: AnyAddress }),
    summary: 'What an address did on the chains of this node',
    response: t.Object({
      address: t.String(),
      total_transactions: t.Integer({ minimum: 0, description: 'Sent and received' }),
      chains_used: t.Array(t.String()),
      first_transaction: orNull(Timestamp),
      last_transaction: orNull(Timestamp),
      total_volume_usd: orNull(
        t.Number({ description: 'Native currency sent and received, at the prices that price_basis names' }),
      ),
      gas_spent_usd: orNull(t.Number({ description: 'Fees of what it sent, likewise' })),
      chains: t.Record(
        t.String(),
        t.Object({
          transactions: Int,
          sent: Int,
          received: Int,
          volume_usd: UsdOrNull,
          gas_spent_usd: UsdOrNull,
          price_basis: orNull(
            t.Enum(['day', 'present'], {
              description:
                'day: each transaction at the price of its day of UTC; present: all at the present price, where the price of one of those days is not known; null without prices',
            }),
          ),
          complete: t.Boolean({ description: 'Whether all of its transactions were found' }),
        }),
      ),
      timestamp: Timestamp,
      unavailable: Origin.unavailable,
    }),
    example: examples.user,
  }),
  analyticsProtocolStats: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/analytics/protocol/{protocol}/stats',
    params: t.Object({ protocol: Text }),
    summary: 'Statistics of a lender or DEX on the chains of this node, or by DefiLlama',
    response: t.Object({
      protocol: t.String(),
      tvl: UsdOrNull,
      volume_24h: UsdOrNull,
      unique_users: orNull(t.Integer({ description: 'Distinct senders of transactions with its logs in 24 hours' })),
      total_transactions: orNull(t.Integer({ description: 'Transactions with its logs in 24 hours' })),
      pools: orNull(Int),
      apy_average: orNull(t.Number({ description: 'Percent a year, weighted by value' })),
      timestamp: Timestamp,
      chains: t.Array(t.String()),
      ...Origin,
    }),
    example: examples.protocol,
  }),
}
