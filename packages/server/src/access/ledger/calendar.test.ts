import { expect, it } from 'vitest'
import { computeMonthBack, computeResetMs, createDayReader, listMonths } from './calendar.ts'

it('pools are full again on the first of the next month, UTC', () => {
  const reset = (time: string) => new Date(computeResetMs(Date.parse(time))).toISOString()
  expect(reset('2026-11-30T23:59:59.999Z')).toBe('2026-12-01T00:00:00.000Z')
  expect(reset('2026-12-01T00:00:00.000Z')).toBe('2027-01-01T00:00:00.000Z')
})

it('counts months over years', () => {
  expect(computeMonthBack(Date.parse('2026-03-31T12:00:00Z'), 13)).toBe('2025-02')
  expect(listMonths('2026-11-30', '2027-02-01')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
  expect(listMonths('2026-11-30', '2026-11-01')).toEqual(['2026-11'])
  expect(listMonths('2026-11-30', '2026-10-31')).toEqual([])
})

it('knows the day, also when the clock is set back', () => {
  const time = { nowMs: Date.parse('2026-11-30T23:59:59.999Z') }
  const today = createDayReader({ now: () => time.nowMs })
  expect(today()).toBe('2026-11-30')
  time.nowMs += 1
  expect(today()).toBe('2026-12-01')
  time.nowMs -= 86_400_000
  expect(today()).toBe('2026-11-30')
})
