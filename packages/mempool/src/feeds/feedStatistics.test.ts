import { expect, it } from 'vitest'
import { hashOf } from '../lifecycle/fixtures/entries.ts'
import { createFeedStatistics } from './feedStatistics.ts'

it('measures which provider was first, by how much, and what each missed', () => {
  const statistics = createFeedStatistics()
  statistics.listen(['fast', 'slow', 'deaf'])
  for (let n = 1; n <= 3; n += 1) {
    statistics.note(hashOf(n), 'fast', n * 100)
    statistics.note(hashOf(n), 'slow', n * 100 + 10 * n)
    // A repeated sighting does not count.
    statistics.note(hashOf(n), 'slow', n * 100 + 90)
  }
  statistics.note(hashOf(4), 'slow', 400)
  for (const n of [1, 2, 4]) statistics.finish(hashOf(n))
  // Counted once.
  statistics.finish(hashOf(1))
  expect(statistics.report()).toEqual([
    { provider: 'fast', seen: 3, first: 3, missed: 1, leadMs: 20 },
    { provider: 'slow', seen: 4, first: 1, missed: 0, leadMs: null },
    { provider: 'deaf', seen: 0, first: 0, missed: 3, leadMs: null },
  ])
})
