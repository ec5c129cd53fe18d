import { defineUnavailable } from './endpoint.ts'

const area = { area: 'analytics', access: ['read:analytics'], cost: 10, errors: 'nested' } as const

export const analyticsEndpoints = {
  analyticsUsage: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/usage',
    summary: 'Compute units used',
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
    summary: 'A metric over time',
  }),
  analyticsChainData: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/{chain}/data',
    summary: 'A metric of one chain, aggregated',
  }),
  analyticsCompare: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/compare',
    summary: 'A metric of several chains',
  }),
  analyticsMetricsAvailable: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/metrics/available',
    summary: 'Metrics there are',
  }),
  analyticsTrendingTokens: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/trending/tokens',
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
    summary: 'Liquidity of a protocol',
  }),
  analyticsUserActivity: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/user/activity',
    summary: 'Activity of an address',
  }),
  analyticsProtocolStats: defineUnavailable({
    ...area,
    method: 'GET',
    path: '/v1/analytics/protocol/{protocol}/stats',
    summary: 'Statistics of a protocol',
  }),
}
