import { expect, it } from 'vitest'
import { createComparisons } from './comparisons.ts'

it('compares first at once, then once per interval', () => {
  const comparisons = createComparisons(100n)
  const first = comparisons.begin(7n)
  expect(first.isDue).toBe(true)
  first.finish()
  expect([8n, 106n, 107n].map((block) => comparisons.begin(block).isDue)).toEqual([false, false, true])
})

it('compares after a request, until a read that started after the request has finished', () => {
  const comparisons = createComparisons(100n)
  comparisons.begin(7n).finish()
  comparisons.request()
  const reading = comparisons.begin(8n)
  comparisons.request()
  reading.finish()
  const next = comparisons.begin(9n)
  expect([reading.isDue, next.isDue]).toEqual([true, true])
  next.finish()
  expect(comparisons.begin(10n).isDue).toBe(false)
})
