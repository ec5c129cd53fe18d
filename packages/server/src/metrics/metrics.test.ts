import { expect, it } from 'vitest'
import { createDurations } from './durations.ts'
import { createMetrics } from './metrics.ts'

it('reads sampled values anew at each scrape', async () => {
  const metrics = createMetrics()
  let value = 1
  metrics.addCounter({ name: 'calls_total', help: 'Calls', read: () => [{ labels: {}, value }] })
  metrics.addGauge({
    name: 'open',
    help: 'Open',
    labels: ['chain'],
    read: () => [{ labels: { chain: 'base' }, value }],
  })
  expect(await metrics.render()).toBe(
    '# HELP calls_total Calls\n# TYPE calls_total counter\ncalls_total 1\n\n# HELP open Open\n# TYPE open gauge\nopen{chain="base"} 1\n',
  )
  value = 3
  expect(await metrics.render()).toContain('calls_total 3\n')
})

it('cumulates the buckets of durations by route and status', async () => {
  const metrics = createMetrics()
  const durations = createDurations(metrics, 'took_seconds', 'Time')
  for (const seconds of [0.0005, 0.02, 99]) durations.observe('rpc', 200, seconds)
  const text = await metrics.render()
  expect(text).toContain('# TYPE took_seconds histogram')
  const values = [...text.matchAll(/took_seconds_bucket\{route="rpc",status="200",le="([^"]+)"\} (\d+)/g)]
  expect(values.map(([, le, count]) => `${le}:${count}`)).toEqual([
    ...['0.001:1', '0.0025:1', '0.005:1', '0.01:1', '0.025:2', '0.05:2', '0.1:2', '0.25:2', '0.5:2', '1:2', '2.5:2'],
    ...['5:2', '+Inf:3'],
  ])
  expect(text).toContain('took_seconds_sum{route="rpc",status="200"} 99.0205\n')
  expect(text).toContain('took_seconds_count{route="rpc",status="200"} 3\n')
})
