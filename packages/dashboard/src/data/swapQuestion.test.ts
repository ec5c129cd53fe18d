import { expect, it } from 'vitest'
import { toUnits, toWhole } from './swapQuestion.ts'

it('converts amounts to smallest units without rounding', () => {
  expect(toUnits('1.5', 6)).toBe('1500000')
  expect(toUnits(' 123456789.123456789012345678 ', 18)).toBe('123456789123456789012345678')
  expect(toUnits('7', 0)).toBe('7')
})

it('rejects what is not an amount of the token', () => {
  for (const amount of ['', '0', '0.000', '-1', '1e3', '1,5', '1.0000001', 'x'])
    expect(toUnits(amount, 6), amount).toBeUndefined()
})

it('converts smallest units to whole tokens', () => {
  expect(toWhole('2997433668', { decimals: 6 })).toBe(2997.433668)
})
