import { describe, expect, it } from 'vitest'
import type { EndpointReport } from '../poolTypes.ts'
import { failure, oneHealth, rules } from './fixtures/healths.ts'
import { whyUnavailable } from './health.ts'
import { recordAnswer, recordFailure, recordLate } from './recordOutcome.ts'
import { toPoolReport, toReport, toStatus } from './report.ts'

it('a report shows no key', () => {
  const health = oneHealth()
  recordFailure(health, failure('broken'), 0, rules)
  const report = toReport(health, whyUnavailable(health, 0, rules))
  expect(report).toMatchObject({ status: 'degraded', reason: 'broken', successRate: 0, url: 'http://node0.example/…' })
  expect(JSON.stringify(report)).not.toContain('KEY')
})

it('an endpoint is healthy after answers, degraded after a failure or while it answers late', () => {
  const health = oneHealth()
  expect(toStatus(health, null)).toBe('unknown')
  const answered = { method: 'm', latencyMs: 5, nowMs: 0, isAlreadyAnswered: false }
  for (let i = 0; i < 20; i += 1) recordAnswer(health, answered, rules)
  expect(toStatus(health, null)).toBe('healthy')
  recordLate(health, 0, rules)
  expect(toStatus(health, null)).toBe('degraded')
  expect(toReport(health, null).reason).toBe('It answers late.')
  expect(toStatus(health, 'out')).toBe('unavailable')
})

describe('a pool', () => {
  const parts = { chain: 'ethereum', failoverActive: false, answers: { cached: 0, hedged: 0, other: 0 } }
  const endpoint = (status: EndpointReport['status'], head: bigint | null = null) => ({
    ...toReport(oneHealth(), null),
    status,
    head,
  })

  it('has the status of its primary while any endpoint is in service', () => {
    const statusOf = (...statuses: EndpointReport['status'][]) =>
      toPoolReport(
        parts,
        statuses.map((status) => endpoint(status)),
      ).status
    expect(statusOf('healthy', 'unavailable')).toBe('healthy')
    expect(statusOf('unknown', 'unknown')).toBe('healthy')
    expect(statusOf('unavailable', 'healthy')).toBe('degraded')
    expect(statusOf('unavailable', 'unavailable')).toBe('unavailable')
  })

  it('shows the highest head', () => {
    const heads = [5n, 7n, null].map((head) => endpoint('healthy', head))
    expect(toPoolReport(parts, heads).head).toBe(7n)
    expect(toPoolReport(parts, []).head).toBeNull()
  })
})
