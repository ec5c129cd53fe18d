import { afterEach, expect, it } from 'vitest'
import { sleep } from '../../time/sleep.ts'
import { EndpointError } from '../errors.ts'
import { EndpointProber, type ProbedPool } from './endpointProber.ts'
import { createHealths, failure, rules } from './fixtures/healths.ts'
import type { EndpointHealth } from './health.ts'
import { recordFailedCall } from './recordOutcome.ts'

let control = new AbortController()
afterEach(() => {
  control.abort()
  control = new AbortController()
})

type Answer = bigint | EndpointError | 'silence'

/** A prober of the first of two endpoints. Its probes get the `answers` in order; the last one repeats. */
function create(answers: readonly Answer[], options: Partial<ProbedPool> = {}) {
  const healths = createHealths(2)
  const sent: boolean[] = []
  const pool: ProbedPool = {
    ...rules,
    healths,
    signal: control.signal,
    clock: { now: Date.now },
    timeoutMs: 50,
    probeIntervalMs: 0,
    isIdentityRequested: () => false,
    onChange: () => {},
    async probe(_, signal, identity) {
      sent.push(identity)
      const answer = answers[Math.min(sent.length, answers.length) - 1] as Answer
      if (answer === 'silence')
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      if (answer instanceof EndpointError) throw answer
      return answer
    },
    ...options,
  }
  const [health] = healths as [EndpointHealth, EndpointHealth]
  const prober = new EndpointProber(health, pool)
  const strike = () =>
    recordFailedCall(health, failure('broken'), { method: 'm', latencyMs: 1, sentAtMs: 0, nowMs: Date.now() }, rules)
  control.signal.addEventListener('abort', () => prober.stop())
  return { health, prober, sent, strike }
}

it('verifies an endpoint with its chain id once for all waiting callers, and records its head', async () => {
  const { health, prober, sent } = create([100n])
  const checking = prober.check()
  await Promise.all([prober.waitUntilVerified(control.signal), prober.waitUntilVerified(control.signal), checking])
  expect([health.verified, health.head, sent]).toEqual([true, 100n, [true]])
  await prober.waitUntilVerified(control.signal)
  await prober.check()
  // The chain id is not requested again at once.
  expect(sent).toEqual([true, false])
})

it('marks an endpoint of another chain as unverified and reports why', async () => {
  const { health, prober } = create([failure('wrongChain')])
  await expect(prober.waitUntilVerified(control.signal)).rejects.toMatchObject({ kind: 'wrongChain' })
  expect(health.verified).toBe(false)
})

it('reports an endpoint as unreachable if it does not answer a probe in time, because the request was not sent', async () => {
  const { prober } = create(['silence'])
  await expect(prober.waitUntilVerified(control.signal)).rejects.toMatchObject({
    kind: 'unreachable',
    message: expect.stringContaining('within 50 ms'),
  })
})

it('puts an endpoint back into service after a half-open probe that requests share', async () => {
  const { health, prober, sent, strike } = create([100n, 101n])
  await prober.check()
  for (let i = 0; i < rules.failureThreshold; i += 1) strike()
  expect(health.circuit.isOpen).toBe(true)
  await Promise.all([prober.recheck(), prober.recheck(), prober.recheck()])
  expect([health.circuit.isOpen, sent.length]).toEqual([false, 2])
  await prober.recheck()
  expect(sent).toHaveLength(2)
})

it('reports why an endpoint stays out of service, and probes a silent one again while the request may wait', async () => {
  const { health, prober, sent, strike } = create([100n, 'silence', 'silence', 102n])
  await prober.check()
  for (let i = 0; i < rules.failureThreshold; i += 1) strike()
  await expect(prober.recheck()).rejects.toMatchObject({ kind: 'outOfService' })
  expect(sent).toHaveLength(2)
  await prober.recheck(() => true)
  expect([health.circuit.isOpen, sent.length]).toEqual([false, 4])
})

it('probes an endpoint that shows signs of life at most four times a second, and none in service', async () => {
  const { prober, sent, strike } = create([100n, failure('broken')])
  await prober.check()
  prober.probeSoon()
  expect(sent).toHaveLength(1)
  for (let i = 0; i < rules.failureThreshold; i += 1) strike()
  await sleep(300)
  const before = sent.length
  for (let i = 0; i < 5; i += 1) prober.probeSoon()
  expect(sent.length).toBe(before + 1)
})

it('sends nothing after the pool was closed', async () => {
  const { prober, sent } = create([100n], { probeIntervalMs: 10 })
  await prober.check()
  control.abort()
  const before = sent.length
  prober.schedule()
  await sleep(60)
  expect(sent).toHaveLength(before)
})
