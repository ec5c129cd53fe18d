import * as t from 'typebox'
import { defineEndpoint, defineUnavailable } from './endpoint.ts'
import { AnyAddress, chainParams, Period, Text } from './planned.ts'
import { chainNames } from './vocabulary.ts'

const area = { area: 'analytics', scopes: ['read:analytics'], cost: 10, errors: 'nested' } as const

const metricChains = ['ethereum', 'bitcoin', 'polygon', 'arbitrum', 'optimism', 'base', 'starknet'] as const
const Day = t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Aggregation = t.Enum(['hourly', 'daily', 'weekly', 'monthly'])

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
  analyticsOverview: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/overview',
    summary: 'Platform overview',
  }),
  analyticsTimeseries: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/timeseries',
    query: t.Object({
      chain: t.Optional(Text),
      metric: t.Optional(Text),
      interval: t.Optional(t.Enum(['1m', '5m', '15m', '1h', '1d'])),
      ...Period,
    }),
    chains: metricChains,
    summary: 'A metric over time',
  }),
  analyticsChainData: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/{chain}/data',
    params: chainParams,
    query: t.Object({ metric: Text, aggregation: t.Optional(Aggregation), ...Period }),
    chains: metricChains,
    summary: 'A metric of one chain, aggregated',
  }),
  analyticsCompare: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/compare',
    query: t.Object({
      chains: t.Union([Text, t.Array(Text, { minItems: 1, maxItems: 100 })], {
        description: 'Repeated, one per chain',
      }),
      metric: Text,
      aggregation: t.Optional(Aggregation),
      ...Period,
    }),
    summary: 'A metric of several chains',
  }),
  analyticsMetricsAvailable: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/metrics/available',
    query: t.Object({ chain: t.Optional(Text) }),
    chains: metricChains,
    summary: 'Metrics there are',
  }),
  analyticsTrendingTokens: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/trending/tokens',
    query: t.Object({
      chain: t.Optional(Text),
      limit: t.Optional(t.Integer({ minimum: 1, maximum: 1000, default: 10 })),
    }),
    chains: chainNames,
    summary: 'Trending tokens',
  }),
  analyticsDefiMetrics: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/defi/metrics',
    summary: 'TVL and volume of DeFi',
  }),
  analyticsMarketOverview: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/market/overview',
    summary: 'Market overview',
  }),
  analyticsChainsMetrics: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/chains/metrics',
    summary: 'Throughput of the chains',
  }),
  analyticsLiquidityMetrics: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/liquidity/metrics',
    query: t.Object({ protocol: t.Optional(Text), chain: t.Optional(Text) }),
    chains: chainNames,
    summary: 'Liquidity of a protocol',
  }),
  analyticsUserActivity: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/user/activity',
    query: t.Object({ address: AnyAddress }),
    summary: 'Activity of an address',
  }),
  analyticsProtocolStats: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/protocol/{protocol}/stats',
    params: t.Object({ protocol: Text }),
    summary: 'Statistics of a protocol',
  }),
}
