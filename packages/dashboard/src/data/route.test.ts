import { expect, it } from 'vitest'
import { toLink, toSegments } from './route.ts'

it('reads what it writes', () => {
  for (const segments of [['gas'], ['token', 'ethereum', 'USD/C'], ['search', 'a b%']])
    expect(toSegments(toLink(...segments))).toEqual(segments)
})

it('omits missing segments', () => {
  expect(toLink('gas', undefined)).toBe('#/gas')
  expect(toLink('gas', '')).toBe('#/gas')
})

it('keeps a segment that is not encoded correctly', () => {
  expect(toSegments('#/search/100%')).toEqual(['search', '100%'])
})
