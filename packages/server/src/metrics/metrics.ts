import type { PoolReport, ProviderPool, RestPool } from '@outrigger/core'
import type { FastifyRequest } from 'fastify'
import { Counter, Gauge, Registry } from 'prom-client'
import { routeOf } from '../http/failure.ts'
import { createDurations } from './durations.ts'
import { renderCalls } from './upstreamCalls.ts'

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

  const lessons = new Counter({
    name: 'outrigger_pool_lessons_total',
    help: 'Limits providers have shown, disagreements between them, and gaps in streams',
    labelNames: ['chain', 'kind'],
    registers,
  })
  const unwatch = pools.flatMap((pool) => {
    const { chain } = pool.report()
    return (['learned', 'disagreement', 'gap'] as const).map((kind) =>
      pool.on(kind, () => lessons.inc({ chain, kind })),
    )
  })

  return {
    observe: (request, status) =>
      requests.observe(routeOf(request), status, (performance.now() - request.startedAtMs) / 1000),
    render: async () =>
      [
        await registry.metrics(),
        ...[requests, ...parts].map((part) => part.render()),
        renderCalls(pools.map((pool) => pool.report())),
      ].join('\n'),
    contentType: registry.contentType,
    close() {
      for (const stop of unwatch) stop()
      registry.clear()
    },
  }
}
