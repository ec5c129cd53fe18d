import { describe, expect, it } from 'vitest'
import { failure, oneHealth, rules } from './fixtures/healths.ts'
import { whyUnavailable } from './health.ts'
import { isHung } from './hung.ts'
import {
  recordAnswer,
  recordFailedCall,
  recordFailure,
  recordLate,
  recordOverdue,
  recordProbeFailure,
  recordProbeSuccess,
  recordUnverified,
} from './recordOutcome.ts'

const answered = { method: 'm', latencyMs: 5, nowMs: 0, isAlreadyAnswered: false }
const failed = { method: 'm', latencyMs: 5, sentAtMs: 0, nowMs: 10 }

describe('a failure', () => {
  it('takes an endpoint out of service after the configured number in a row, until a probe is answered', () => {
    const health = oneHealth()
    recordFailure(health, failure('broken'), 0, rules)
    recordFailure(health, failure('unreachable'), 0, rules)
    recordAnswer(health, answered, rules)
    recordFailure(health, failure('broken'), 0, rules)
    recordFailure(health, failure('broken'), 0, rules)
    expect(whyUnavailable(health, 0, rules)).toBeNull()
    recordLate(health, 0, rules)
    expect(whyUnavailable(health, 0, rules)).toMatch(/Circuit open after 3 failures/)
    recordProbeSuccess(health, 0, rules)
    expect(whyUnavailable(health, 0, rules)).toBeNull()
  })

  it('that is not the fault of the endpoint does not open the circuit', () => {
    const health = oneHealth()
    for (const kind of ['doubtful', 'unsupported', 'answer'] as const)
      for (let i = 0; i < 5; i += 1) recordFailure(health, failure(kind), 0, rules)
    expect(whyUnavailable(health, 0, rules)).toBeNull()
    expect(health.outcomes.count).toBe(0)
  })

  it('because of a rate limit pauses for Retry-After, at most one minute', () => {
    const health = oneHealth()
    recordFailure(health, failure('rateLimited', 2000), 1000, rules)
    expect(whyUnavailable(health, 2999, rules)).toMatch(/Rate limited/)
    expect(whyUnavailable(health, 3000, rules)).toBeNull()
    recordFailure(health, failure('rateLimited', 86_400_000), 0, rules)
    expect(whyUnavailable(health, 60_000, rules)).toBeNull()
  })

  it('of a call sent before the circuit closed does not count', () => {
    const health = oneHealth()
    for (let i = 0; i < 3; i += 1) recordFailedCall(health, failure('broken'), failed, rules)
    recordProbeSuccess(health, 100, rules)
    recordFailedCall(health, failure('broken'), { ...failed, sentAtMs: 99, nowMs: 110 }, rules)
    expect(health.circuit.consecutiveFailures).toBe(0)
    recordFailedCall(health, failure('broken'), { ...failed, sentAtMs: 100, nowMs: 110 }, rules)
    expect(health.circuit.consecutiveFailures).toBe(1)
  })

  it('of a probe does not count if a later call was answered, but probes become less frequent', () => {
    const health = oneHealth()
    recordProbeFailure(health, undefined, 0, rules)
    expect(health.circuit).toMatchObject({ consecutiveFailures: 0, probeDelayMs: 500 })
    recordProbeFailure(health, failure('unreachable'), 0, rules)
    expect(health.circuit).toMatchObject({ consecutiveFailures: 1, probeDelayMs: 1000 })
  })

  it('to be on the right chain takes an endpoint out of service', () => {
    const health = oneHealth()
    recordFailedCall(health, failure('wrongChain'), failed, rules)
    expect(whyUnavailable(health, 10, rules)).toBe('wrongChain')
    recordUnverified(health, null)
    expect(whyUnavailable(health, 10, rules)).toBeNull()
  })
})

describe('an answer', () => {
  it("that comes after another endpoint's counts only for the latency", () => {
    const health = oneHealth()
    recordLate(health, 0, rules)
    recordAnswer(health, { ...answered, isAlreadyAnswered: true }, rules)
    expect(health.circuit.consecutiveFailures).toBe(1)
    expect([health.outcomes.count, health.latencies.count]).toEqual([0, 1])
  })

  it('that is empty is a success', () => {
    const health = oneHealth()
    recordLate(health, 0, rules)
    recordFailedCall(health, failure('empty'), failed, rules)
    expect([health.circuit.consecutiveFailures, health.outcomes.mean(), health.answeredAtMs]).toEqual([0, 1, 10])
  })
})

it('an endpoint is hung from an overdue call until it answers anything, including an error', () => {
  const health = oneHealth()
  recordOverdue(health, 5)
  expect(isHung(health)).toBe(true)
  recordFailedCall(health, failure('broken'), failed, rules)
  expect(isHung(health)).toBe(true)
  recordFailedCall(health, failure('doubtful'), failed, rules)
  expect(isHung(health)).toBe(false)
})
