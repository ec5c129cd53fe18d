import { expect, it } from 'vitest'
import { toCustomPeriod, toPeriod } from './analytics.ts'

it('divides a period into at most a few hundred intervals', () => {
  const nowMs = Date.UTC(2026, 0, 31)
  expect([1, 7, 30].map((days) => toPeriod(days, nowMs).interval)).toEqual(['15m', '1h', '1d'])
  expect(toPeriod(1, nowMs)).toMatchObject({
    start_date: '2026-01-30T00:00:00.000Z',
    end_date: '2026-01-31T00:00:00.000Z',
  })
})

it('includes both dates of a chosen period, and rejects others', () => {
  expect(toCustomPeriod('2026-01-01', '2026-01-01')).toMatchObject({ interval: '15m', end_date: '2026-01-01' })
  expect(toCustomPeriod('2026-01-01', '2026-02-01')).toMatchObject({ interval: '1d', seconds: 86_400 })
  for (const [first, last] of [
    ['', '2026-01-01'],
    ['2026-01-02', '2026-01-01'],
    ['2024-01-01', '2026-01-01'],
  ] as const)
    expect(toCustomPeriod(first, last)).toBeUndefined()
})
