import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { MetricTypes, metricsExample, metricTypes, metricTypesExample, UnifiedMetrics } from './metricsShapes.ts'

const area = { area: 'metrics', scopes: ['read:blockchain'], cost: 5, errors: 'nested' } as const

const Hours = t.Optional(
  t.Integer({ minimum: 1, maximum: 8760, default: 24, description: 'Length of the period in hours' }),
)
const Detail = t.Optional(t.Enum(['full', 'summary'], { default: 'full', description: 'summary returns fewer fields' }))

export const metricsEndpoints = {
  metrics: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/metrics',
    query: t.Object({
      type: t.Optional(t.Enum([...metricTypes], { default: 'all', description: 'Only this section' })),
      hours: Hours,
      detail: Detail,
    }),
    summary: 'Health, analytics, monitoring and usage metrics of this node',
    response: UnifiedMetrics,
    example: metricsExample,
  }),
  metricsTypes: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/metrics/types',
    summary: 'List the types of metrics',
    response: MetricTypes,
    example: metricTypesExample,
  }),
}

// Each returns the response of its replacement. Headers name the replacement and the sunset date.
function defineDeprecated(path: `/${string}`, query: string) {
  return defineEndpoint({
    ...area,
    method: 'GET',
    path,
    query: t.Object({ hours: Hours, ...(query.includes('detail=') ? {} : { detail: Detail }) }) as t.TObject<{
      hours: typeof Hours
      detail: typeof Detail
    }>,
    summary: 'Old path of the unified metrics',
    response: UnifiedMetrics,
    example: metricsExample,
    deprecation: { since: '2026-01-01', sunset: '2027-12-31', successor: `/v1/metrics?${query}` },
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
