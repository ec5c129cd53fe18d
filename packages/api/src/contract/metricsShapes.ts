import * as t from 'typebox'
import { Int, orNull, Timestamp } from './wire.ts'

const Ms = orNull(t.Number({ minimum: 0, description: 'ms; null if there was no request' }))
const Percent = t.Number({ minimum: 0, maximum: 100 })
const Period = t.String({ description: 'Counted period, such as 24h' })

const Health = t.Object({
  overall: t.Object(
    { total_services: Int, healthy_services: Int, degraded_services: Int, critical_services: Int },
    { description: 'Number of services by uptime: healthy from 95 %, degraded from 80 %, otherwise critical' },
  ),
  services: t.Optional(
    t.Record(t.String(), t.Object({ uptime_percentage: Percent, total_checks: Int, healthy_checks: Int }), {
      description: 'Parts of this node, checked once per minute. Only with detail=full',
    }),
  ),
})

const Analytics = t.Object({
  period: Period,
  requests: t.Object(
    { total: Int, successful: Int, failed: Int },
    { description: 'Failed requests have a 5xx status' },
  ),
  performance: t.Object({ avg_response_time_ms: Ms, p95_response_time_ms: Ms, p99_response_time_ms: Ms }),
  chains: t.Record(t.String(), t.Object({ requests: Int, avg_latency_ms: t.Number({ minimum: 0 }) })),
})

const AnalyticsSummary = t.Object({
  total_chains: t.Integer({ minimum: 0, description: 'Chains that this version supports' }),
  active_chains: t.Integer({ minimum: 0, description: 'Chains of this node whose providers respond' }),
  total_addresses: t.Integer({ minimum: 0, description: 'Borrowers that this node tracks, on all chains' }),
  total_transactions: t.Integer({
    minimum: 0,
    description: 'Pending transactions that this node has seen since it started',
  }),
  gas_analytics_enabled: t.Boolean(),
  blockchain_analytics_enabled: t.Boolean(),
})

const Monitoring = t.Object({
  overall_health_score: t.Number({
    minimum: 0,
    maximum: 1,
    description: 'Mean of the parts: healthy 1, degraded 0.5, unavailable 0',
  }),
  performance_factor: t.Number({
    minimum: 0,
    maximum: 1,
    description: 'Share of responses within 250 ms in the last minute',
  }),
  is_healthy: t.Boolean({ description: 'True if the score is 0.95 or more' }),
  components: t.Optional(
    t.Record(
      t.String(),
      t.Object(
        { status: t.Enum(['healthy', 'degraded', 'unavailable']) },
        { additionalProperties: t.Union([t.Number(), t.String()]) },
      ),
      { description: 'Current status of the parts of this node. Only with detail=full' },
    ),
  ),
})

const Usage = t.Object({
  period: Period,
  requests: t.Object({ total: Int, authenticated: Int, anonymous: Int }),
  endpoints: t.Optional(t.Record(t.String(), Int, { description: 'Requests by area. Only with detail=full' })),
  rate_limits: t.Object({ hits: Int, percentage: Percent }),
  bandwidth: t.Object({
    total_mb: t.Number({ minimum: 0, description: 'Bodies received and sent, in units of 10^6 bytes' }),
  }),
})

export const metricTypes = ['health', 'analytics', 'monitoring', 'usage', 'all'] as const

export const UnifiedMetrics = t.Object({
  type: t.Enum([...metricTypes]),
  time_range: t.Object({ start: Timestamp, end: Timestamp, hours: Int }),
  metrics: t.Object({
    health: t.Optional(Health),
    analytics: t.Optional(t.Union([Analytics, AnalyticsSummary])),
    monitoring: t.Optional(Monitoring),
    usage: t.Optional(Usage),
  }),
  collected_at: Timestamp,
  metric_count: t.Integer({ minimum: 1, description: 'Number of sections in `metrics`' }),
  coverage: t.Object(
    { from: Timestamp, minutes: t.Integer({ minimum: 0 }) },
    { description: 'Part of the period that this node has counted. It keeps 30 days' },
  ),
})

export const MetricTypes = t.Object({
  types: t.Array(t.Object({ name: t.String(), description: t.String(), deprecated_endpoints: t.Array(t.String()) })),
})

const time = '2026-11-21T12:00:00.000Z'
export const metricsExample = {
  type: 'health' as const,
  time_range: { start: time, end: time, hours: 24 },
  metrics: {
    health: {
      overall: { total_services: 4, healthy_services: 4, degraded_services: 0, critical_services: 0 },
      services: { store: { uptime_percentage: 100, total_checks: 1440, healthy_checks: 1440 } },
    },
  },
  collected_at: time,
  metric_count: 1,
  coverage: { from: time, minutes: 1440 },
}
export const metricTypesExample = {
  types: [{ name: 'health', description: 'Uptime of the parts', deprecated_endpoints: ['/health/metrics'] }],
}
