import type { Component } from '../component.ts'
import { toQuantileMs } from '../durations.ts'
import type { MetricSums } from './sample.ts'

type Detail = 'full' | 'summary'

/** Uptime in percent from which a part counts as healthy or degraded, as defined by the API. */
const healthyFrom = 95
const degradedFrom = 80

export function toHealth({ checks }: MetricSums, detail: Detail) {
  const services = Object.entries(checks).map(([name, { total, healthy }]) => {
    return [name, { uptime_percentage: (100 * healthy) / total, total_checks: total, healthy_checks: healthy }] as const
  })
  const uptimes = services.map(([, { uptime_percentage }]) => uptime_percentage)
  const healthy = uptimes.filter((uptime) => uptime >= healthyFrom).length
  const critical = uptimes.filter((uptime) => uptime < degradedFrom).length
  return {
    overall: {
      total_services: uptimes.length,
      healthy_services: healthy,
      degraded_services: uptimes.length - healthy - critical,
      critical_services: critical,
    },
    ...(detail === 'full' && { services: Object.fromEntries(services) }),
  }
}

const toPeriod = (hours: number) => `${hours}h`

export function toAnalytics({ requests }: MetricSums, hours: number) {
  const { count, failed, seconds, buckets, chains } = requests
  const quantile = (q: number) => toQuantileMs(buckets, count, q) ?? null
  return {
    period: toPeriod(hours),
    requests: { total: count, successful: count - failed, failed },
    performance: {
      avg_response_time_ms: count === 0 ? null : (1000 * seconds) / count,
      p95_response_time_ms: quantile(0.95),
      p99_response_time_ms: quantile(0.99),
    },
    chains: Object.fromEntries(
      Object.entries(chains).map(([name, one]) => [
        name,
        { requests: one.count, avg_latency_ms: (1000 * one.seconds) / one.count },
      ]),
    ),
  }
}

const byName = ([a]: readonly [string, number], [b]: readonly [string, number]) => (a < b ? -1 : 1)

export function toUsage({ requests }: MetricSums, hours: number, detail: Detail) {
  const { count, authenticated, areas, limited, bytes } = requests
  return {
    period: toPeriod(hours),
    requests: { total: count, authenticated, anonymous: count - authenticated },
    ...(detail === 'full' && { endpoints: Object.fromEntries(Object.entries(areas).sort(byName)) }),
    rate_limits: { hits: limited, percentage: count === 0 ? 0 : (100 * limited) / count },
    bandwidth: { total_mb: bytes / 1e6 },
  }
}

type Present = {
  components(): Readonly<Record<string, Component>>
  healthScore(): number
  performanceFactor(): number
}

export function toMonitoring(figures: Present, detail: Detail) {
  const score = figures.healthScore()
  return {
    overall_health_score: score,
    performance_factor: figures.performanceFactor(),
    is_healthy: score >= healthyFrom / 100,
    ...(detail === 'full' && { components: { ...figures.components() } }),
  }
}
