import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toRoundedUnits, toUnits } from './units.ts'

it.each([
  [0.1, 18, 10n ** 17n],
  [1e-18, 18, 1n],
  [1.5e21, 18, 15n * 10n ** 38n],
  [0.000000001, 9, 1n],
  [-0.5, 1, -5n],
  [0, 18, 0n],
  // Not whole: to the nearest.
  [1.4e-18, 18, 1n],
  [1.6e-18, 18, 2n],
])('%d of %d decimals are %s', (value, decimals, amount) => {
  expect(toUnits(value, decimals)).toBe(amount)
})

it('Wei survive the way over the wire as gwei, up to 4.5 million gwei', () => {
  const wei = fc.bigInt({ min: 0n, max: 2n ** 52n })
  fc.assert(fc.property(wei, (amount) => toUnits(Number(amount) / 1e9, 9) === amount))
})

it('Wei survive the way over the wire as ETH with up to 15 digits', () => {
  const wei = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.integer({ min: 0, max: 12 }))
  fc.assert(
    fc.property(wei, ([digits, zeros]) => {
      const amount = digits * 10n ** BigInt(zeros)
      expect(toRoundedUnits(Number(amount) / 1e18, 18)).toBe(amount)
    }),
  )
})
