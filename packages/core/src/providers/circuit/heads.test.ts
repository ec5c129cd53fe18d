import { describe, expect, it } from 'vitest'
import { createHealths, rules } from './fixtures/healths.ts'
import { computeReferenceHead, recordHead } from './heads.ts'
import type { EndpointHealth } from './health.ts'
import { recordLate } from './recordOutcome.ts'

describe('heads', () => {
  const at = (heads: readonly bigint[], nowMs = 1000) => {
    const healths = createHealths(heads.length)
    for (const [index, health] of healths.entries()) recordHead(health, heads[index] as bigint, healths, nowMs, 2)
    return healths
  }

  it('measures lag against the best head seen at the same moment', () => {
    expect(at([100n, 600n]).map(({ lag }) => lag)).toEqual([500n, 0n])
    expect(at([600n, 100n]).map(({ lag }) => lag)).toEqual([0n, 500n])
  })

  it('ignores old observations', () => {
    const healths = at([100n, 100n])
    recordHead(healths[0] as EndpointHealth, 130n, healths, 5000, 2)
    expect(healths[1]?.lag).toBe(0n)
    recordHead(healths[1] as EndpointHealth, 120n, healths, 5001, 2)
    expect(healths[1]?.lag).toBe(10n)
  })

  it('ignores a head far above two others that agree', () => {
    expect(computeReferenceHead(at([1_000_000n, 600n, 599n]), 1000, 2)).toBe(600n)
    expect(computeReferenceHead(at([1_000_000n, 600n]), 1000, 2)).toBe(1_000_000n)
  })

  it('two endpoints that fall behind together do not outvote one that advances, in service or not', () => {
    const healths = at([600n, 600n, 600n])
    for (const [index, head] of [100n, 100n, 601n].entries())
      recordHead(healths[index] as EndpointHealth, head, healths, 1100, 2)
    expect(computeReferenceHead(healths, 1200, 2)).toBe(601n)
    expect(healths.map(({ lag }) => lag)).toEqual([501n, 501n, 0n])
    for (let strike = 0; strike < 3; strike += 1) recordLate(healths[2] as EndpointHealth, 1150, rules)
    expect(healths[2]?.circuit.isOpen).toBe(true)
    expect(computeReferenceHead(healths, 1200, 2)).toBe(601n)
    // A local chain was reset, and every endpoint shows it.
    const reset = at([600n, 600n])
    for (const health of reset) recordHead(health, 5n, reset, 2000, 2)
    expect(computeReferenceHead(reset, 2000, 2)).toBe(5n)
    expect(reset.map(({ lag }) => lag)).toEqual([0n, 0n])
  })

  it('ignores the only endpoint that answers if its head fell, although the others have long been silent', () => {
    const healths = at([600n, 600n], 1000)
    const [lone] = healths as [EndpointHealth, EndpointHealth]
    for (let nowMs = 2000; nowMs < 200_000; nowMs += 1000) {
      recordHead(lone, BigInt(nowMs / 1000), healths, nowMs, 2)
      expect(lone.lag).toBeGreaterThan(2n)
    }
    // After five minutes the old peak no longer counts.
    recordHead(lone, 400n, healths, 400_000, 2)
    expect(lone.lag).toBe(0n)
  })

  it('forgets the head of an endpoint that is gone', () => {
    expect(computeReferenceHead(at([600n, 700n], 1000), 40_000, 2)).toBeNull()
  })
})
