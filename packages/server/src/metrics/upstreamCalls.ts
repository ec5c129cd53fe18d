import type { PoolReport } from '@outrigger/core'
import { latencyBounds } from '@outrigger/core/internal'
import type { Metrics } from './metrics.ts'

type Pools = readonly { report(): PoolReport }[]

/** Adds metrics of calls to providers and answers of pools, from the pools' own counters. */
export function addUpstreamCalls(metrics: Metrics, pools: Pools): void {
  const labels = ['chain', 'endpoint'] as const
  metrics.addCounter({
    name: 'outrigger_upstream_calls_total',
    help: 'Calls to providers by how they ended',
    labels: [...labels, 'outcome'],
    read: () =>
      listTallies(pools).flatMap(({ labels, tally }) =>
        (['ok', 'answerError', 'failed'] as const).map((outcome) => ({
          labels: { ...labels, outcome },
          value: tally[outcome],
        })),
      ),
  })
  metrics.addCounter({
    name: 'outrigger_upstream_hedges_total',
    help: 'Calls to providers beside a late one',
    labels,
    read: () => listTallies(pools).map(({ labels, tally }) => ({ labels, value: tally.hedges })),
  })
  metrics.addHistogram({
    name: 'outrigger_upstream_call_duration_seconds',
    help: 'Duration of calls to providers',
    labels,
    bounds: latencyBounds,
    read: () =>
      listTallies(pools).map(({ labels, tally: { byLatency, seconds } }) => ({
        labels,
        buckets: byLatency,
        sum: seconds,
        count: byLatency.reduce((sum, calls) => sum + calls, 0),
      })),
  })
  metrics.addCounter({
    name: 'outrigger_pool_answers_total',
    help: 'Requests answered, by how',
    labels: ['chain', 'how'],
    read: () =>
      pools.flatMap((pool) => {
        const { chain, answers } = pool.report()
        return (['cached', 'hedged', 'other'] as const).map((how) => ({ labels: { chain, how }, value: answers[how] }))
      }),
  })
}

function listTallies(pools: Pools) {
  return pools.flatMap((pool) => {
    const { chain, endpoints } = pool.report()
    return endpoints.map(({ name, tally }) => ({ labels: { chain, endpoint: name }, tally }))
  })
}
