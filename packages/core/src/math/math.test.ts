import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searchGoldenSection } from './goldenSection.ts'
import { fromGwei, toGwei } from './gwei.ts'
import { quantile } from './quantile.ts'

it('gwei and wei convert without loss up to 2^53 wei', () => {
  expect(toGwei(1n)).toBe(1e-9)
  expect(toGwei(12_345_678_901n)).toBe(12.345678901)
  expect(fromGwei(0.000000001)).toBe(1n)
  const wei = fc.bigInt({ min: 0n, max: 2n ** 50n })
  fc.assert(fc.property(wei, (value) => fromGwei(toGwei(value)) === value))
})

it('quantile is the smallest value with enough of the list at or below it', () => {
  expect(quantile([], 0.5)).toBeUndefined()
  expect(quantile([1n, 2n, 3n, 4n], 0.5)).toBe(2n)
  expect(quantile([1, 2, 3, 4], 1)).toBe(4)
  expect(quantile([1, 2, 3, 4], 0)).toBe(1)
  const list = fc.array(fc.integer(), { minLength: 1 })
  fc.assert(
    fc.property(list, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, q) => {
      const sorted = [...values].sort((a, b) => a - b)
      const value = quantile(sorted, q) as number
      expect(sorted.filter((other) => other <= value).length / sorted.length).toBeGreaterThanOrEqual(q - 1e-12)
    }),
  )
})

it('a golden-section search comes as close to a peak as asked for, wherever it is', () => {
  const peaks = fc.double({ min: -50, max: 50, noNaN: true })
  fc.assert(
    fc.property(peaks, (peak) => {
      let best = Number.NaN
      const valueAt = (x: number) => {
        if (!(Math.abs(best - peak) <= Math.abs(x - peak))) best = x
        return -Math.abs(x - peak)
      }
      searchGoldenSection(valueAt, [-50, 50], (low, high) => high - low < 1e-6)
      return Math.abs(best - peak) < 1e-6
    }),
  )
})
