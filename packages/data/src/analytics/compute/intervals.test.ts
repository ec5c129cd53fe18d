import { expect, it } from 'vitest'
import { toInterval } from './intervals.ts'
import { computeKnown, computeShare, isWithin } from './known.ts'

const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16)

it.each([
  ['1h', '2026-11-23T06:59', '2026-11-23T06:00', '2026-11-23T07:00'],
  ['1d', '2026-11-23T06:59', '2026-11-23T00:00', '2026-11-24T00:00'],
  // A Sunday is the last day of its week.
  ['1w', '2026-11-22T23:59', '2026-11-16T00:00', '2026-11-23T00:00'],
  ['1w', '2026-11-23T00:00', '2026-11-23T00:00', '2026-11-30T00:00'],
  ['1M', '2028-02-29T12:00', '2028-02-01T00:00', '2028-03-01T00:00'],
  ['1M', '2026-12-31T23:59', '2026-12-01T00:00', '2027-01-01T00:00'],
] as const)('%s of %s', (interval, time, start, end) => {
  const found = toInterval(interval, Date.parse(`${time}Z`) / 1000)
  expect([iso(found.start), iso(found.end)]).toEqual([start, end])
})

it('what is known begins with the chain, and ends with the head', () => {
  const ranges = [
    { from: 0, to: 9, fromTime: 100, toTime: 190 },
    { from: 20, to: 29, fromTime: 300, toTime: 390 },
  ]
  const known = computeKnown(ranges, 29, 500)
  expect(computeShare(known, { fromTime: 0, toTime: 500 })).toEqual({
    share: (191 + 200) / 500,
    gaps: [{ fromTime: 191, toTime: 300 }],
  })
  expect(isWithin(known, 0, 180)).toBe(true)
  expect(isWithin(known, 180, 310)).toBe(false)
  expect(computeShare(computeKnown(ranges, 30, 500), { fromTime: 400, toTime: 500 }).share).toBe(0)
})
