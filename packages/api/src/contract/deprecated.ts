import { defineUnavailable, type UnavailableEndpoint } from './endpoint.ts'
import { metricsEndpoints } from './metrics.ts'

// Each answers as its replacement does, and says where to go and until when.
function defineDeprecated(path: `/${string}`, query: string): UnavailableEndpoint {
  return defineUnavailable({
    ...metricsEndpoints.metrics,
    path,
    summary: 'Old form of the unified metrics',
    deprecation: { since: '2026-01-01', sunset: '2027-12-31', successor: `${metricsEndpoints.metrics.path}?${query}` },
  })
}

export const deprecatedEndpoints = {
  deprecatedHealthMetrics: defineDeprecated('/health/metrics', 'type=health'),
  deprecatedHealthDashboard: defineDeprecated('/v1/health-dashboard/metrics', 'type=health'),
  deprecatedAnalyticsMetrics: defineDeprecated('/v1/analytics/metrics', 'type=analytics'),
  deprecatedAnalyticsStats: defineDeprecated('/v1/analytics/stats', 'type=analytics&detail=summary'),
  deprecatedMonitoring: defineDeprecated('/v1/monitoring/ultra-stack/metrics', 'type=monitoring'),
  deprecatedUsageMetrics: defineDeprecated('/v1/usage/metrics', 'type=usage'),
  deprecatedUsageStats: defineDeprecated('/v1/usage/stats', 'type=usage&detail=summary'),
}
