import { expect, it } from 'vitest'
import { createReadRange } from './readRange.ts'

it('restarts after a gap and after a block that could not be read', () => {
  const range = createReadRange()
  expect(range.startsAfter(1n)).toBe(false)
  for (const number of [10n, 11n, 11n, 12n]) range.add(number)
  expect([9n, 10n].map(range.startsAfter)).toEqual([true, false])
  range.add(20n)
  expect([19n, 20n].map(range.startsAfter)).toEqual([true, false])
  range.reset()
  expect(range.startsAfter(5n)).toBe(false)
  range.add(21n)
  expect(range.startsAfter(20n)).toBe(true)
})
