import { describe, expect, it } from 'vitest'
import { toEndpoints } from '../endpoint.ts'
import { EndpointError, type FailureKind } from '../errors.ts'
import { computeReferenceHead, recordHead } from './heads.ts'
import {
  closeCircuit,
  computeHedgeDelayMs,
  createHealth,
  type EndpointHealth,
  type HealthRules,
  recordFailure,
  recordStrike,
  recordSuccess,
  toReport,
  whyUnavailable,
} from './health.ts'

const rules: HealthRules = { failureThreshold: 3, maxProbeDelayMs: 1000, maxLagBlocks: 2, hedgeDelayMs: undefined }
const create = (count = 1) =>
  toEndpoints(Array.from({ length: count }, (_, index) => `http://node${index}.example/v2/KEY`)).map(createHealth)
const one = () => create()[0] as EndpointHealth
const failure = (kind: FailureKind, retryAfterMs?: number) =>
  new EndpointError('primary', kind, kind, retryAfterMs === undefined ? {} : { retryAfterMs })

describe('circuit', () => {
  it('opens after as many failures in a row as the rules say, and closes when told', () => {
    const health = one()
    recordFailure(health, failure('broken'), 0, rules)
    recordFailure(health, failure('unreachable'), 0, rules)
    recordSuccess(health, 'm', 5, rules)
    recordFailure(health, failure('broken'), 0, rules)
    recordFailure(health, failure('broken'), 0, rules)
    expect(whyUnavailable(health, 0, rules)).toBeNull()
    recordStrike(health, 0, rules)
    expect(whyUnavailable(health, 0, rules)).toMatch(/Circuit open after 3 failures/)
    closeCircuit(health, 0)
    expect(whyUnavailable(health, 0, rules)).toBeNull()
  })

  it('is not opened by what is not the endpoint’s fault', () => {
    const health = one()
    for (const kind of ['doubtful', 'unsupported', 'answer'] as const)
      for (let i = 0; i < 5; i += 1) recordFailure(health, failure(kind), 0, rules)
    expect(whyUnavailable(health, 0, rules)).toBeNull()
    expect(health.outcomes.count).toBe(0)
  })

  it('pauses for Retry-After, a minute at most', () => {
    const health = one()
    recordFailure(health, failure('rateLimited', 2000), 1000, rules)
    expect(whyUnavailable(health, 2999, rules)).toMatch(/Rate limited/)
    expect(whyUnavailable(health, 3000, rules)).toBeNull()
    recordFailure(health, failure('rateLimited', 86_400_000), 0, rules)
    expect(whyUnavailable(health, 60_000, rules)).toBeNull()
  })
})

describe('hedge delay', () => {
  it('follows the p95 of the method, within bounds', () => {
    const health = one()
    expect(computeHedgeDelayMs(health, 'eth_call', rules)).toBe(100)
    for (let i = 0; i < 20; i += 1) recordSuccess(health, 'eth_call', 60, rules)
    for (let i = 0; i < 20; i += 1) recordSuccess(health, 'eth_blockNumber', 1, rules)
    expect(computeHedgeDelayMs(health, 'eth_call', rules)).toBe(90)
    expect(computeHedgeDelayMs(health, 'eth_blockNumber', rules)).toBe(30)
    expect(computeHedgeDelayMs(health, 'eth_call', { ...rules, hedgeDelayMs: 7 })).toBe(7)
  })

  it('learns no patience from a burst of stalls', () => {
    const health = one()
    for (let i = 0; i < 64; i += 1) recordSuccess(health, 'eth_call', 10, rules)
    for (let i = 0; i < 6; i += 1) recordSuccess(health, 'eth_call', 3000, rules)
    expect(computeHedgeDelayMs(health, 'eth_call', rules)).toBeLessThanOrEqual(90)
  })

  it('keeps to a bounded number of methods', () => {
    const health = one()
    for (let i = 0; i < 500; i += 1) recordSuccess(health, `method${i}`, 1, rules)
    expect(health.byMethod.size).toBe(64)
  })
})

describe('heads', () => {
  const at = (heads: readonly bigint[], nowMs = 1000) => {
    const healths = create(heads.length)
    for (const [index, health] of healths.entries()) recordHead(health, heads[index] as bigint, healths, nowMs, 2)
    return healths
  }

  it('measures lag against the best seen at the same moment', () => {
    expect(at([100n, 600n]).map(({ lag }) => lag)).toEqual([500n, 0n])
    expect(at([600n, 100n]).map(({ lag }) => lag)).toEqual([0n, 500n])
  })

  it('does not hold an old observation against an endpoint', () => {
    const healths = at([100n, 100n])
    recordHead(healths[0] as EndpointHealth, 130n, healths, 5000, 2)
    expect(healths[1]?.lag).toBe(0n)
    recordHead(healths[1] as EndpointHealth, 120n, healths, 5001, 2)
    expect(healths[1]?.lag).toBe(10n)
  })

  it('does not believe one endpoint far ahead of two that agree', () => {
    expect(computeReferenceHead(at([1_000_000n, 600n, 599n]), 1000, 2)).toBe(600n)
    expect(computeReferenceHead(at([1_000_000n, 600n]), 1000, 2)).toBe(1_000_000n)
  })

  it('two that fall behind together do not outvote one that goes on, in service or not', () => {
    const healths = at([600n, 600n, 600n])
    for (const [index, head] of [100n, 100n, 601n].entries())
      recordHead(healths[index] as EndpointHealth, head, healths, 1100, 2)
    expect(computeReferenceHead(healths, 1200, 2)).toBe(601n)
    expect(healths.map(({ lag }) => lag)).toEqual([501n, 501n, 0n])
    ;(healths[2] as EndpointHealth).open = true
    expect(computeReferenceHead(healths, 1200, 2)).toBe(601n)
    // A local chain that has been set back: everybody says so.
    const reset = at([600n, 600n])
    for (const health of reset) recordHead(health, 5n, reset, 2000, 2)
    expect(computeReferenceHead(reset, 2000, 2)).toBe(5n)
    expect(reset.map(({ lag }) => lag)).toEqual([0n, 0n])
  })

  it('does not believe the only one that answers when it has gone back, though the others have long been silent', () => {
    const healths = at([600n, 600n], 1000)
    const [lone] = healths as [EndpointHealth, EndpointHealth]
    for (let nowMs = 2000; nowMs < 200_000; nowMs += 1000) {
      recordHead(lone, BigInt(nowMs / 1000), healths, nowMs, 2)
      expect(lone.lag).toBeGreaterThan(2n)
    }
    // In the end what was seen once is no longer held against it.
    recordHead(lone, 400n, healths, 400_000, 2)
    expect(lone.lag).toBe(0n)
  })

  it('forgets the head of an endpoint that has gone', () => {
    expect(computeReferenceHead(at([600n, 700n], 1000), 40_000, 2)).toBeNull()
  })
})

it('a report shows no key', () => {
  const health = one()
  recordFailure(health, failure('broken'), 0, rules)
  const report = toReport(health, whyUnavailable(health, 0, rules))
  expect(report).toMatchObject({ status: 'degraded', reason: 'broken', successRate: 0, url: 'http://node0.example/…' })
  expect(JSON.stringify(report)).not.toContain('KEY')
})
