import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computePauseMs, longestPauseMs, standardPausesMs as pausesMs, toWaitMs } from './backOff.ts'

it('follows the table within 20 %, over more than a day, then gives up', () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), chance, (attempts, luck) => {
      const table = pausesMs[attempts] as number
      const pause = computePauseMs(attempts, null, luck) as number
      expect(pause).toBeGreaterThanOrEqual(table * 0.8 - 1)
      expect(pause).toBeLessThanOrEqual(table * 1.2 + 1)
    }),
  )
  expect(pausesMs.reduce((sum, pause) => sum + pause)).toBe((75 * 60 + 35) * 60_000 + 5000)
  expect(computePauseMs(10, null, 0.5)).toBeNull()
  expect(computePauseMs(10, 1000, 0.5)).toBeNull()
})

it('respects Retry-After up to two hours', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(10 ** 9), (attempts, retryAfterMs) => {
      const table = pausesMs[attempts] as number
      const pause = computePauseMs(attempts, retryAfterMs, 0.1) as number
      expect(pause).toBeGreaterThanOrEqual(Math.min(retryAfterMs, 2 * 3_600_000))
      expect(pause).toBe(Math.max(computePauseMs(attempts, null, 0.1) as number, Math.min(retryAfterMs, 2 * 3_600_000)))
      if (retryAfterMs >= table && retryAfterMs <= 2 * 3_600_000) expect(pause).toBe(retryAfterMs)
    }),
  )
})

it('waits at most the longest pause after the clock was set back', () => {
  expect(toWaitMs(10 ** 12, 5)).toBe(longestPauseMs)
  expect([toWaitMs(7, 5), toWaitMs(5, 7)]).toEqual([2, 0])
})
