import { contract, type Endpoint, type Response } from '@outrigger/api/contract'
import { type Clock, chains } from '@outrigger/core'
import type { MetricsHistory } from '../metrics/history/metricsHistory.ts'
import { toAnalytics, toHealth, toMonitoring, toUsage } from '../metrics/history/summarise.ts'
import type { NodeFigures } from '../metrics/nodeFigures.ts'
import type { Lending } from '../node/lending.ts'
import type { Mempools } from '../node/mempools.ts'
import type { Pools } from '../node/providers.ts'
import type { Api } from './fulfilment.ts'

export type MetricsApiParts = {
  readonly clock: Clock
  readonly pools: Pools
  readonly figures: NodeFigures
  readonly metricsHistory: MetricsHistory
  readonly mempools: Mempools
  readonly lending: Lending
}

type MetricsApi = Pick<Api, 'metrics' | 'metricsTypes' | Extract<keyof Api, `deprecated${string}`>>
type Metrics = Response<'metrics'>
type Question = {
  readonly type?: Metrics['type']
  readonly hours?: number
  readonly detail?: 'full' | 'summary'
}

const hourMs = 3_600_000
const descriptions = {
  health: 'Uptime of the parts of this node',
  analytics: 'Number and duration of requests, and their chains',
  monitoring: 'Current state of the parts of this node',
  usage: 'Requests by area, refusals by limits, and bytes',
  all: 'All of them',
} as const

export function createMetricsApi(parts: MetricsApiParts): MetricsApi {
  async function answer({ type = 'all', hours = 24, detail = 'full' }: Question): Promise<Metrics> {
    const { sums, sinceMs } = await parts.metricsHistory.read(hours)
    const sections = {
      health: () => toHealth(sums, detail),
      analytics: () => (detail === 'full' ? toAnalytics(sums, hours) : toAnalyticsSummary(parts)),
      monitoring: () => toMonitoring(parts.figures, detail),
      usage: () => toUsage(sums, hours, detail),
    }
    const wanted = Object.entries(sections).filter(([name]) => type === 'all' || name === type)
    const nowMs = parts.clock.now()
    const now = new Date(nowMs).toISOString()
    return {
      type,
      time_range: { start: new Date(nowMs - hours * hourMs).toISOString(), end: now, hours },
      metrics: Object.fromEntries(wanted.map(([name, read]) => [name, read()])),
      collected_at: now,
      metric_count: wanted.length,
      coverage: { from: new Date(sinceMs).toISOString(), minutes: Math.round(sums.minutes) },
    }
  }
  return {
    metrics: answer,
    metricsTypes: () => ({
      types: Object.entries(descriptions).map(([name, description]) => {
        return { name, description, deprecated_endpoints: listDeprecated(name) }
      }),
    }),
    deprecatedHealthMetrics: (question) => answer({ ...question, type: 'health' }),
    deprecatedHealthDashboard: (question) => answer({ ...question, type: 'health' }),
    deprecatedAnalyticsMetrics: (question) => answer({ ...question, type: 'analytics' }),
    deprecatedAnalyticsStats: ({ hours }) => answer({ ...(hours && { hours }), type: 'analytics', detail: 'summary' }),
    deprecatedMonitoring: (question) => answer({ ...question, type: 'monitoring' }),
    deprecatedUsageMetrics: (question) => answer({ ...question, type: 'usage' }),
    deprecatedUsageStats: ({ hours }) => answer({ ...(hours && { hours }), type: 'usage', detail: 'summary' }),
  }
}

function toAnalyticsSummary({ pools, mempools, lending }: MetricsApiParts) {
  const books = lending.opened().flatMap((scanner) => scanner.books())
  return {
    total_chains: Object.keys(chains).length,
    active_chains: Object.values(pools).filter((pool) => pool.report().status !== 'unavailable').length,
    total_addresses: books.reduce((sum, { borrowers }) => sum + borrowers, 0),
    total_transactions: mempools.countSeen(),
    gas_analytics_enabled: Object.keys(pools).length > 0,
    blockchain_analytics_enabled: Object.keys(pools).length > 0,
  }
}

/** Lists the deprecated paths that a type has replaced. */
function listDeprecated(type: string): string[] {
  const endpoints: readonly Endpoint[] = Object.values(contract)
  return endpoints.flatMap(({ path, deprecation }) =>
    deprecation && new URLSearchParams(deprecation.successor.split('?')[1]).get('type') === type ? [path] : [],
  )
}
