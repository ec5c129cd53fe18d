import type { FamilyPool, PoolReport, ProviderPool, RestPool } from '@outrigger/core'
import type { Metrics } from './metrics.ts'

type Pools = readonly (ProviderPool | FamilyPool | RestPool)[]
type Endpoint = PoolReport['endpoints'][number]

const statuses = ['unknown', 'healthy', 'degraded', 'unavailable'] as const

/** Adds metrics of the endpoints of all pools. Returns a function that stops watching. */
export function addPoolMetrics(metrics: Metrics, pools: Pools): () => void {
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
