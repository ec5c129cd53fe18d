import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeTipsForMissPrices } from './tipChoice.ts'

/** The definition, evaluated for one tip. */
function findBest(needs: readonly number[], baseFee: number, missPrice: number): number {
  const cost = (tip: number) =>
    needs.reduce((sum, need) => sum + (tip >= need ? (tip - need) / Math.max(1, baseFee + need) : missPrice), 0)
  return Math.min(...[0, ...needs].map(cost))
}

describe('tip for the price of a miss', () => {
  test('is optimal', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 5000 }),
        fc.double({ min: -8, max: 2.9, noNaN: true }),
        (unsorted, baseFee, price) => {
          const needs = [...unsorted].sort((a, b) => a - b)
          const [tip = 0] = computeTipsForMissPrices(needs, baseFee, [price])
          const missPrice = Math.exp(price)
          const cost = needs.reduce(
            (sum, need) => sum + (tip >= need ? (tip - need) / Math.max(1, baseFee + need) : missPrice),
            0,
          )
          expect(cost).toBeLessThanOrEqual(findBest(needs, baseFee, missPrice) * (1 + 1e-9) + 1e-9)
        },
      ),
    )
  })
  test('pays for a rare expensive jump only if a miss costs as much', () => {
    const needs = [...Array.from({ length: 99 }, () => 10), 100_000]
    expect(computeTipsForMissPrices(needs, 1000, [Math.log(1), Math.log(100_000)])[0]).toBe(10)
    expect(computeTipsForMissPrices(needs, 1, [Math.log(1e6)])[0]).toBeGreaterThanOrEqual(100_000)
  })
  test('exceeds the largest need if a miss costs more than any', () => {
    expect(computeTipsForMissPrices([5, 7], 100, [40])[0]).toBeGreaterThan(7)
    expect(computeTipsForMissPrices([], 100, [1])).toEqual([0])
  })
})
