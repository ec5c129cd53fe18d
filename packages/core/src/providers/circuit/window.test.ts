import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quantile } from '../../math/quantile.ts'
import { createWindow } from './window.ts'

test('a window reflects its last values', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.double({ min: 0, max: 1, noNaN: true }), (values, q) => {
      const window = createWindow(8)
      for (const value of values) window.add(value)
      const last = values.slice(-8)
      expect(window.count).toBe(last.length)
      expect(window.quantile(q)).toBe(
        quantile(
          [...last].sort((a, b) => a - b),
          q,
        ) ?? null,
      )
      const mean = last.reduce((sum, value) => sum + value, 0) / last.length
      if (last.length > 0) expect(window.mean()).toBeCloseTo(mean, 9)
      else expect(window.mean()).toBeNull()
    }),
  )
})
