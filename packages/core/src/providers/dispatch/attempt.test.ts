import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmitter } from '../../events/emitter.ts'
import { monotonicClock } from '../../time/clock.ts'
import { rules } from '../circuit/fixtures/healths.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import { createMonitor } from '../circuit/monitor.ts'
import { EndpointError } from '../errors.ts'
import type { PoolEvents } from '../poolTypes.ts'
import { type Attempt, createAttempt } from './attempt.ts'
import type { EndpointCall } from './endpointCall.ts'

let lifetime: AbortController
let attempt: Attempt
let health: EndpointHealth
let calls: PoolEvents['call'][]
let probes: number

beforeEach(() => {
  lifetime = new AbortController()
  probes = 0
  calls = []
  const events = createEmitter<PoolEvents>()
  events.on('call', (call) => calls.push(call))
  const clock = monotonicClock
  const monitor = createMonitor({
    ...rules,
    endpoints: ['http://a.example'],
    events,
    lifetime: lifetime.signal,
    clock,
    timeoutMs: 100,
    probeIntervalMs: 0,
    async probe() {
      probes += 1
      return null
    },
  })
  ;[health] = monitor.healths as [EndpointHealth]
  attempt = createAttempt({ timeoutMs: 40, rules, clock, monitor, events, lifetime: lifetime.signal })
})
afterEach(() => lifetime.abort())

const callOf = (run: EndpointCall<string>['run']): EndpointCall<string> => ({ method: 'eth_call', run })
const answered = callOf(async () => 'answer')
const silent = callOf(
  (_, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
)

it('verifies an endpoint before its first call and counts its answers', async () => {
  expect(await attempt(health, answered, { hedge: false })).toBe('answer')
  expect(await attempt(health, answered, { hedge: true })).toBe('answer')
  expect([probes, health.verified]).toEqual([1, true])
  expect(calls.map(({ endpoint, outcome, hedge }) => [endpoint, outcome, hedge])).toEqual([
    ['primary', 'ok', false],
    ['primary', 'ok', true],
  ])
  expect(health.tally).toMatchObject({ ok: 2, hedges: 1, failed: 0 })
})

it('times out, and timeouts open the circuit', async () => {
  await attempt(health, answered, { hedge: false })
  for (let i = 0; i < rules.failureThreshold; i += 1)
    await expect(attempt(health, silent, { hedge: false })).rejects.toMatchObject({
      kind: 'broken',
      message: expect.stringContaining('no answer within 40 ms'),
    })
  expect(health.circuit.isOpen).toBe(true)
  expect(health.tally.failed).toBe(rules.failureThreshold)
})

it('ends at once when the caller aborts, without counting a failure', async () => {
  await attempt(health, answered, { hedge: false })
  const caller = new AbortController()
  const waiting = attempt(health, silent, { hedge: false, signal: caller.signal })
  const reason = new Error('the caller has left')
  caller.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  expect([health.tally.failed, health.circuit.consecutiveFailures]).toEqual([0, 0])
})

it('ends all calls when the pool closes', async () => {
  await attempt(health, answered, { hedge: false })
  const waiting = [attempt(health, silent, { hedge: false }), attempt(health, silent, { hedge: true })]
  const ended = Promise.allSettled(waiting)
  lifetime.abort(new Error('closed'))
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('counts an answer that fails its check as a failure of the endpoint, and redacts keys', async () => {
  const wrong: EndpointCall<string> = {
    ...answered,
    check() {
      throw new TypeError('wrong hash at https://a.example/v2/SECRETSECRETSECRETSECRETSECRETSE')
    },
  }
  const error = await attempt(health, wrong, { hedge: false }).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(EndpointError)
  expect(error).toMatchObject({ kind: 'broken', message: expect.not.stringContaining('SECRET') })
  expect(calls.at(-1)?.outcome).toBe('failed')
})
