import { expect, it } from 'vitest'
import { addUsage, countCall, createUsageCount, mergeCounts } from './usage.ts'

it('adds calls to what a key used before, by chain and class', () => {
  const count = createUsageCount()
  countCall(count, 'base', 'call', 26)
  countCall(count, 'ethereum', 'call', 26)
  const first = addUsage(undefined, count)
  expect(first).toEqual({
    requests: 2,
    cu: 52,
    cuByChain: { base: 26, ethereum: 26 },
    requestsByClass: { call: 2 },
  })
  const later = createUsageCount()
  countCall(later, 'base', 'logs', 75)
  const second = { requests: 3, cu: 127, cuByChain: { base: 101, ethereum: 26 }, requestsByClass: { call: 2, logs: 1 } }
  expect(addUsage(first, later)).toEqual(second)
  mergeCounts(count, later)
  expect(addUsage(undefined, count)).toEqual(second)
})
