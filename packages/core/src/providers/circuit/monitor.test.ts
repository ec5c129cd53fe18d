import { afterEach, expect, it } from 'vitest'
import { createEmitter } from '../../events/emitter.ts'
import type { PoolEvents } from '../poolTypes.ts'
import { failure, rules } from './fixtures/healths.ts'
import type { EndpointHealth } from './health.ts'
import { createMonitor } from './monitor.ts'
import { recordFailedCall } from './recordOutcome.ts'

let lifetime = new AbortController()
afterEach(() => {
  lifetime.abort()
  lifetime = new AbortController()
})

async function create() {
  const events = createEmitter<PoolEvents>()
  const reported: string[] = []
  events.on('status', ({ endpoint, to }) => reported.push(`${endpoint} ${to}`))
  const monitor = createMonitor({
    ...rules,
    endpoints: ['http://a.example', 'http://b.example'],
    events,
    lifetime: lifetime.signal,
    clock: { now: Date.now },
    timeoutMs: 100,
    probeIntervalMs: 0,
    probe: async () => 100n,
  })
  await monitor.prober.start()
  return { monitor, reported, healths: monitor.healths as [EndpointHealth, EndpointHealth] }
}
const fail = (health: EndpointHealth) => {
  for (let i = 0; i < rules.failureThreshold; i += 1)
    recordFailedCall(health, failure('broken'), { method: 'm', latencyMs: 1, sentAtMs: 0, nowMs: Date.now() }, rules)
}

it('knows which endpoints are in service and emits changes', async () => {
  const { monitor, healths, reported } = await create()
  expect(monitor.inService()).toEqual(healths)
  fail(healths[0])
  monitor.refresh(healths[0])
  expect(monitor.inService()).toEqual([healths[1]])
  expect(monitor.whyUnavailable(healths[0])).not.toBeNull()
  expect(reported.at(-1)).toBe('primary unavailable')
  expect(monitor.isFailoverActive()).toBe(true)
  expect(monitor.reports().map(({ status }) => status)).toEqual(['unavailable', 'healthy'])
  // An endpoint out of service is probed soon and returns by itself.
  await expect.poll(() => monitor.inService().length, { timeout: 20_000 }).toBe(2)
  expect(monitor.isFailoverActive()).toBe(false)
})

it('takes a lagging endpoint out of service, but never the last one for being late', async () => {
  const { monitor, healths } = await create()
  monitor.observeHead(healths[0], 103n)
  expect(monitor.referenceHead()).toBe(103n)
  expect([monitor.isLagging(healths[0]), monitor.isLagging(healths[1])]).toEqual([false, true])
  expect(monitor.inService()).toEqual([healths[0]])
  for (let i = 0; i < 10; i += 1) monitor.onLate(healths[0])
  expect(monitor.inService()).toEqual([healths[0]])
})

it('verifies an endpoint again if its head cannot belong to this chain', async () => {
  const { monitor, healths } = await create()
  expect(() => monitor.observeHead(healths[0], 50_000_000n)).toThrow(expect.objectContaining({ name: 'EndpointError' }))
  expect(healths[0].verified).toBeNull()
  expect(monitor.referenceHead()).toBe(100n)
})
