import type { AnalyticsQuestions } from '@outrigger/api'
import { createAnalyticsQuestions } from '@outrigger/api/internal'
import { type AnalyticsParts, createAnalyticsApi } from './analytics.ts'

/** Analytics for callers in the node's own process: the endpoints' answers, in the units of `createClient`. */
export function createAnalyticsInProcess(parts: AnalyticsParts): AnalyticsQuestions {
  const api = createAnalyticsApi(parts)
  const nobody = { key: null }
  return createAnalyticsQuestions({
    analyticsTimeseries: async (args) => api.analyticsTimeseries(args, nobody),
    analyticsChainData: async (args) => api.analyticsChainData(args, nobody),
    analyticsCompare: async (args) => api.analyticsCompare(args, nobody),
    analyticsMetricsAvailable: async (args) => api.analyticsMetricsAvailable(args, nobody),
    analyticsOverview: async (args) => api.analyticsOverview(args, nobody),
    analyticsTrendingTokens: async (args) => api.analyticsTrendingTokens(args, nobody),
    analyticsLiquidityMetrics: async (args) => api.analyticsLiquidityMetrics(args, nobody),
    analyticsDefiMetrics: async (args) => api.analyticsDefiMetrics(args, nobody),
    analyticsMarketOverview: async (args) => api.analyticsMarketOverview(args, nobody),
    analyticsChainsMetrics: async (args) => api.analyticsChainsMetrics(args, nobody),
    analyticsUserActivity: async (args) => api.analyticsUserActivity(args, nobody),
    analyticsProtocolStats: async (args) => api.analyticsProtocolStats(args, nobody),
  })
}
