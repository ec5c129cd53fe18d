import type { FamilyPool, PoolReport, ProviderPool, RestPool } from '@outrigger/core'
import type { Metrics } from './metrics.ts'

type Pools = readonly (ProviderPool | FamilyPool | RestPool)[]
type Endpoint = PoolReport['endpoints'][number]

const outages = ['unavailable', 'wrongChain', 'lateHead'] as const
const statuses = ['unknown', 'healthy', 'degraded', 'unavailable'] as const

/** Adds metrics of the endpoints of all pools. Returns a function that stops watching. */
export function addPoolMetrics(metrics: Metrics, pools: Pools, nowMs: () => number): () => void {
  metrics.addGauge({
    name: 'outrigger_endpoint_status',
    help: '1 for the status an endpoint is in',
    labels: ['chain', 'endpoint', 'status'],
    read: () =>
      listEndpoints(pools).flatMap(({ chain, name, status }) =>
        statuses.map((label) => ({
          labels: { chain, endpoint: name, status: label },
          value: Number(status === label),
        })),
      ),
  })
  metrics.addGauge({
    name: 'outrigger_endpoint_head_block',
    help: 'Highest block seen at an endpoint',
    labels: ['chain', 'endpoint'],
    read: () =>
      listEndpoints(pools).flatMap(({ chain, name, head }) =>
        head === null ? [] : { labels: { chain, endpoint: name }, value: Number(head) },
      ),
  })
  metrics.addGauge({
    name: 'outrigger_failover_active',
    help: '1 while the primary of a chain is not asked',
    labels: ['chain'],
    read: () =>
      pools.map((pool) => {
        const { chain, failoverActive } = pool.report()
        return { labels: { chain }, value: Number(failoverActive) }
      }),
  })
  metrics.addGauge({
    name: 'outrigger_chain_outage',
    help: '1 for the reason why the data of a chain is old: no provider responds, they serve another chain, or their newest block is late',
    labels: ['chain', 'kind'],
    read: () =>
      pools.flatMap((pool) => {
        const { chain, outage } = pool.report()
        return outages.map((kind) => ({ labels: { chain, kind }, value: Number(outage?.kind === kind) }))
      }),
  })
  metrics.addGauge({
    name: 'outrigger_head_age_seconds',
    help: 'Age of the newest block of a chain, by its timestamp',
    labels: ['chain'],
    read: () =>
      pools.flatMap((pool) => {
        const { chain, headAtMs } = pool.report()
        return headAtMs === null ? [] : { labels: { chain }, value: Math.max(0, nowMs() - headAtMs) / 1000 }
      }),
  })
  return countLessons(metrics, pools)
}

function listEndpoints(pools: Pools): readonly (Endpoint & { readonly chain: string })[] {
  return pools.flatMap((pool) => {
    const { chain, endpoints } = pool.report()
    return endpoints.map((endpoint) => ({ ...endpoint, chain }))
  })
}

function countLessons(metrics: Metrics, pools: Pools): () => void {
  const lessons = metrics.createCounter({
    name: 'outrigger_pool_lessons_total',
    help: 'Limits providers have shown, disagreements between them, and gaps in streams',
    labels: ['chain', 'kind'],
  })
  const unwatch = pools.flatMap((pool) => {
    const { chain } = pool.report()
    return (['learned', 'disagreement', 'gap'] as const).map((kind) =>
      pool.on(kind, () => lessons.inc({ chain, kind })),
    )
  })
  return () => {
    for (const stop of unwatch) stop()
  }
}
