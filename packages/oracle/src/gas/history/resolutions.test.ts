import { expect, test } from 'vitest'
import { chooseWidth } from './resolutions.ts'

test('chooses the narrowest bars that fit', () => {
  const hours = [0.5, 1, 4, 24, 48, 49, 24 * 365]
  expect(hours.map((count) => chooseWidth(count * 3600, 48))).toEqual(['1m', '5m', '5m', '1h', '1h', '6h', '1d'])
})
