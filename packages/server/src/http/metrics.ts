import type { PoolReport, ProviderPool, RestPool } from '@outrigger/core'
import type { FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createDurations } from './durations.ts'
import { routeOf } from './failure.ts'

export type RequestMetrics = {
  /** Counts an answer under the endpoint's id, never its path. */
  observe(request: FastifyRequest, status: number): void
}

export type Metrics = RequestMetrics & {
  /** Prometheus text format. */
  render(): Promise<string>
  readonly contentType: string
  close(): void
}

const statuses = ['unknown', 'healthy', 'degraded', 'unavailable'] as const
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Metrics of one node in their own registry, and of parts that write their own. Labels are endpoint ids, configured
 * names and chains: a bounded set.
 */
export function createMetrics(
  pools: readonly (ProviderPool | RestPool)[],
  parts: readonly { render(): string }[] = [],
): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = createDurations(
    'outrigger_http_request_duration_seconds',
    'Time from the head of a request to its answer',
  )
  const calls = new Counter({
    name: 'outrigger_upstream_calls_total',
    help: 'Calls to providers by how they ended',
    labelNames: ['chain', 'endpoint', 'outcome', 'hedge'],
    registers,
  })
  const latencies = new Histogram({
    name: 'outrigger_upstream_call_duration_seconds',
    help: 'Duration of calls to providers',
    labelNames: ['chain', 'endpoint'],
    buckets,
    registers,
  })

  function addGauge(name: string, help: string, labelNames: string[], set: (gauge: Gauge, report: PoolReport) => void) {
    new Gauge({
      name: `outrigger_${name}`,
      help,
      labelNames,
      registers,
      collect() {
        for (const pool of pools) set(this, pool.report())
      },
    })
  }
  addGauge(
    'endpoint_status',
    '1 for the status an endpoint is in',
    ['chain', 'endpoint', 'status'],
    (gauge, report) => {
      for (const { name, status } of report.endpoints)
        for (const label of statuses)
          gauge.set({ chain: report.chain, endpoint: name, status: label }, Number(status === label))
    },
  )
  addGauge('endpoint_head_block', 'Highest block seen at an endpoint', ['chain', 'endpoint'], (gauge, report) => {
    for (const { name, head } of report.endpoints)
      if (head !== null) gauge.set({ chain: report.chain, endpoint: name }, Number(head))
  })
  addGauge('failover_active', '1 while the primary of a chain is not asked', ['chain'], (gauge, report) => {
    gauge.set({ chain: report.chain }, Number(report.failoverActive))
  })

  const answers = new Counter({
    name: 'outrigger_pool_answers_total',
    help: 'Requests answered, by whether the cache or a hedge did',
    labelNames: ['chain', 'cached', 'hedged'],
    registers,
  })
  const lessons = new Counter({
    name: 'outrigger_pool_lessons_total',
    help: 'Limits providers have shown, and disagreements between them',
    labelNames: ['chain', 'kind'],
    registers,
  })
  const unwatch = pools.flatMap((pool) => {
    const { chain } = pool.report()
    // Looking up a label set costs more than counting, and there are few.
    const callsBy = remember((...names) => calls.labels(chain, ...names))
    const latencyOf = remember((...names) => latencies.labels(chain, ...names))
    const answersBy = remember((...names) => answers.labels(chain, ...names))
    return [
      pool.on('call', ({ endpoint, outcome, hedge, latencyMs }) => {
        callsBy(endpoint, outcome, String(hedge)).inc()
        latencyOf(endpoint).observe(latencyMs / 1000)
      }),
      pool.on('answer', ({ cached, hedged }) => answersBy(String(cached), String(hedged)).inc()),
      pool.on('learned', () => lessons.inc({ chain, kind: 'learned' })),
      pool.on('disagreement', () => lessons.inc({ chain, kind: 'disagreement' })),
    ]
  })

  return {
    observe: (request, status) =>
      requests.observe(routeOf(request), status, (performance.now() - request.startedAtMs) / 1000),
    render: async () => [await registry.metrics(), ...[requests, ...parts].map((part) => part.render())].join('\n'),
    contentType: registry.contentType,
    close() {
      for (const stop of unwatch) stop()
      registry.clear()
    },
  }
}

/** Made once per combination of names. */
function remember<value>(make: (...names: string[]) => value): (...names: string[]) => value {
  const made = new Map<string, value>()
  return (...names) => {
    const key = names.join(' ')
    const known = made.get(key) ?? make(...names)
    made.set(key, known)
    return known
  }
}
