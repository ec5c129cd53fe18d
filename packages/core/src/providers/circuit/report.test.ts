import { describe, expect, it } from 'vitest'
import type { EndpointReport } from '../poolTypes.ts'
import { failure, oneHealth, rules } from './fixtures/healths.ts'
import { whyUnavailable } from './health.ts'
import { recordAnswer, recordFailure, recordLate } from './recordOutcome.ts'
import { type Tip, toPoolReport, toReport, toStatus } from './report.ts'

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
  const parts = {
    chain: 'ethereum',
    failoverActive: false,
    answers: { cached: 0, hedged: 0, other: 0 },
    unavailableSinceMs: null,
    maxHeadAgeMs: 36_000,
    nowMs: 100_000,
    tip: undefined,
  }
  const endpoint = (
    status: EndpointReport['status'],
    head: bigint | null = null,
    headSinceMs: number | null = null,
  ) => ({
    ...toReport(oneHealth(), null),
    status,
    head,
    headSinceMs,
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

  it('dates its head by the head stream, and by when it was first seen if that has not shown it', () => {
    const heads = [endpoint('healthy', 7n, 90_000), endpoint('healthy', 7n, 80_000), endpoint('healthy', 6n, 70_000)]
    const dated = (tip?: Tip) => toPoolReport({ ...parts, tip }, heads).headAtMs
    expect(dated()).toBe(80_000)
    expect(dated({ number: 6n, timestamp: 60n })).toBe(80_000)
    expect(dated({ number: 7n, timestamp: 60n })).toBe(60_000)
    expect(toPoolReport(parts, []).headAtMs).toBeNull()
  })

  it('has an outage without an endpoint in service, on another chain, and with a late head', () => {
    const outageOf = (endpoints: readonly EndpointReport[], unavailableSinceMs: number | null = null) =>
      toPoolReport({ ...parts, unavailableSinceMs }, endpoints).outage
    expect(outageOf([endpoint('healthy', 7n, 64_000)])).toBeNull()
    expect(outageOf([endpoint('healthy', 7n, 63_999)])).toEqual({ kind: 'lateHead', sinceMs: 63_999, reason: null })
    const lost = { ...endpoint('unavailable'), name: 'primary', reason: 'Circuit open.' }
    expect(outageOf([lost], 5)).toEqual({ kind: 'unavailable', sinceMs: 5, reason: 'primary: Circuit open.' })
    const reason = 'It serves chain id 61, but ethereum is 1.'
    const stranger = { ...lost, name: 'backup', reason, lastError: { code: 'wrongChain', message: reason, atMs: 0 } }
    expect(outageOf([lost, stranger], 5)).toEqual({ kind: 'wrongChain', sinceMs: 5, reason: `backup: ${reason}` })
    expect(outageOf([stranger, endpoint('healthy')])).toBeNull()
  })
})
