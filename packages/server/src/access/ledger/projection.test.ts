import { expect, it } from 'vitest'
import { computeProjection } from './projection.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const days = (count: number, cu: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(nowMs - index * 86_400_000).toISOString().slice(0, 10),
    cu: index === 0 ? cu / 2 : cu,
  }))

it('goes on at the rate of the last seven days', () => {
  const steady = computeProjection(days(20, 1000), { used: 19_500, limit: 25_000, nowMs })
  expect(steady.cuPerDay).toBeCloseTo(1000)
  expect(steady.atReset).toBeCloseTo(30_000)
  expect(new Date(steady.spentAtMs ?? 0).toISOString()).toBe('2026-11-26T00:00:00.000Z')
  expect(computeProjection(days(20, 1000), { used: 19_500, limit: 30_001, nowMs }).spentAtMs).toBeNull()
})

it('forgets what was before, and knows a new key', () => {
  const old = Array.from({ length: 10 }, (_, index) => ({ day: `2026-11-0${Math.min(9, index + 1)}`, cu: 1e6 }))
  expect(computeProjection(old, { used: 1e7, limit: 2e7, nowMs })).toMatchObject({ cuPerDay: 0, spentAtMs: null })
  expect(computeProjection(days(1, 1000), { used: 500, limit: 1e9, nowMs }).cuPerDay).toBeCloseTo(1000)
})

it('says so when the pool is spent, or has no end', () => {
  expect(computeProjection(days(3, 10), { used: 100, limit: 100, nowMs }).spentAtMs).toBe(nowMs)
  expect(computeProjection([], { used: 100, limit: 100, nowMs }).spentAtMs).toBe(nowMs)
  expect(computeProjection(days(3, 10), { used: 100, limit: Number.POSITIVE_INFINITY, nowMs }).spentAtMs).toBeNull()
})
