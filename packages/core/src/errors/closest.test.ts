import { expect, it } from 'vitest'
import { findClosest, toSuggestion } from './closest.ts'

const names = ['ethereum', 'polygon', 'base', 'blast', 'arbitrum', 'optimism', 'osmosis']

it.each([
  ['etherium', 'ethereum'],
  ['ehtereum', 'ethereum'],
  ['ETH', 'ethereum'],
  ['arb', 'arbitrum'],
  ['polgon', 'polygon'],
  ['bsae', 'base'],
])('takes %s for %s', (word, meant) => {
  expect(findClosest(word, names)).toBe(meant)
})

it.each(['narnia', 'o', '', 'x'.repeat(10_000), 'b1'])('takes %.10s for nothing', (word) => {
  expect(findClosest(word, names)).toBeUndefined()
  expect(toSuggestion(word, names)).toBe('')
})
