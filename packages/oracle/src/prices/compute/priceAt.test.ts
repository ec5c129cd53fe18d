import { expect, test } from 'vitest'
import type { LocalBar } from '../history/localBar.ts'
import { computePriceAt } from './priceAt.ts'

const hour = 3_600_000
const bar = (index: number, open: number, close: number): LocalBar => ({
  startMs: index * hour,
  open,
  close,
  high: Math.max(open, close),
  low: Math.min(open, close),
  count: 2,
  firstMs: (index + 0.25) * hour,
  lastMs: (index + 0.75) * hour,
})

test('interpolates between two sightings', () => {
  const bars = [bar(0, 100, 110), bar(1, 120, 120), bar(5, 200, 210)]
  expect(computePriceAt(bars, 0.25 * hour, hour)).toBe(100)
  expect(computePriceAt(bars, 0.5 * hour, hour)).toBe(105)
  expect(computePriceAt(bars, hour, hour)).toBe(115)
  expect(computePriceAt(bars, 2.25 * hour, hour)).toBeCloseTo(120 + (80 * 0.5) / 3.5, 9)
})

test('uses the first or last sighting outside, up to the allowed gap', () => {
  const bars = [bar(1, 100, 110)]
  expect(computePriceAt(bars, 0.5 * hour, hour)).toBe(100)
  expect(computePriceAt(bars, 2 * hour, hour)).toBe(110)
  expect(computePriceAt(bars, 3 * hour, hour)).toBeNull()
  expect(computePriceAt([], 0, hour)).toBeNull()
  expect(computePriceAt([bar(0, 1, 1), bar(9, 2, 2)], 5 * hour, hour)).toBeNull()
})
