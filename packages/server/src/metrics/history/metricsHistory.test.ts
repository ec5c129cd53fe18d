import { createMemoryStore } from '@outrigger/core'
import { expect, it } from 'vitest'
import type { Component } from '../component.ts'
import { createDurations } from '../durations.ts'
import { createMetrics } from '../metrics.ts'
import { createRequestCounts } from '../requestCounts.ts'
import { createMetricsHistory } from './metricsHistory.ts'
import { toAnalytics, toHealth, toMonitoring, toUsage } from './summarise.ts'

function createSite(store = createMemoryStore(), afterMs = 0) {
  let nowMs = Date.UTC(2026, 0, 31, 10, 30) + afterMs
  let status: Component['status'] = 'healthy'
  const metrics = createMetrics()
  const durations = createDurations(metrics, 'seconds', 'time')
  const requests = createRequestCounts(durations)
  const figures = {
    components: () => ({ store: { status }, rest: { status: 'healthy' } }) as const,
    healthScore: () => (status === 'healthy' ? 1 : 0.5),
    performanceFactor: () => 1,
  }
  const faults: unknown[] = []
  const history = createMetricsHistory({
    store,
    figures,
    requests,
    clock: { now: () => nowMs },
    onFault: (error) => faults.push(error),
  })
  return {
    store,
    history,
    figures,
    metrics,
    faults,
    pass: (ms: number) => {
      nowMs += ms
    },
    setStatus: (next: Component['status']) => {
      status = next
    },
    answer(chain: string | undefined, http: number, seconds: number, bytes: number) {
      durations.observe('route', http, seconds)
      requests.observe({ area: 'gas', hasKey: chain !== undefined, chain, seconds })
      requests.countBytes(bytes)
    },
  }
}

it('sums up the hours that are asked for, over a restart, with what came since the last minute', async () => {
  const site = createSite()
  for (let index = 0; index < 98; index += 1) site.answer('ethereum', 200, 0.002, 1000)
  await site.history.keep()
  site.pass(3 * 3_600_000)
  site.setStatus('degraded')
  site.answer('base', 500, 0.2, 1_000_000)
  site.answer(undefined, 429, 0.001, 0)
  const { sums, sinceMs } = await site.history.read(24)
  expect(sinceMs).toBe(Date.UTC(2026, 0, 31, 10, 30))
  expect(toAnalytics(sums, 24)).toMatchObject({
    period: '24h',
    requests: { total: 100, successful: 99, failed: 1 },
    chains: { ethereum: { requests: 98, avg_latency_ms: expect.closeTo(2, 5) }, base: { requests: 1 } },
  })
  // 99 of 100 took up to 2.5 ms. The buckets bound the quantile.
  expect(toAnalytics(sums, 24).performance.p95_response_time_ms).toBeLessThanOrEqual(2.5)
  expect(toUsage(sums, 24, 'full')).toEqual({
    period: '24h',
    requests: { total: 100, authenticated: 99, anonymous: 1 },
    endpoints: { gas: 100 },
    rate_limits: { hits: 1, percentage: 1 },
    bandwidth: { total_mb: 1.098 },
  })
  expect(toHealth(sums, 'full')).toEqual({
    overall: { total_services: 2, healthy_services: 1, degraded_services: 0, critical_services: 1 },
    services: {
      store: { uptime_percentage: 50, total_checks: 2, healthy_checks: 1 },
      rest: { uptime_percentage: 100, total_checks: 2, healthy_checks: 2 },
    },
  })
  expect(toHealth(sums, 'summary')).not.toHaveProperty('services')
  expect(toMonitoring(site.figures, 'summary')).toEqual({
    overall_health_score: 0.5,
    performance_factor: 1,
    is_healthy: false,
  })
  // The last hour does not include the first requests.
  expect((await site.history.read(1)).sums.requests.count).toBe(2)

  await site.history.close()
  const next = createSite(site.store)
  next.pass(4 * 3_600_000)
  expect((await next.history.read(24)).sums.requests.count).toBe(100)
  expect((await next.history.read(2)).sums.requests.count).toBe(2)
  await next.history.close()
  expect([...site.faults, ...next.faults]).toEqual([])
})

it('keeps 30 days', async () => {
  const site = createSite()
  await site.history.keep()
  site.pass(31 * 86_400_000)
  await site.history.keep()
  const listKeys = async () => (await site.store.collection('metrics').list()).map(({ key }) => key)
  expect(await listKeys()).toEqual(['2026-01-31T10', '2026-03-03T10'])
  const later = createSite(site.store, 31 * 86_400_000)
  await expect.poll(listKeys).toEqual(['2026-03-03T10'])
  await Promise.all([site.history.close(), later.history.close()])
})
