import { expect, it } from 'vitest'
import { noRestarts, step } from './restarts.ts'

it('waits longer for a worker the more often it ends soon, and not for one that has lived', () => {
  let restarts = noRestarts
  const waits = Array.from({ length: 9 }, () => {
    restarts = step(restarts, 50)
    return restarts.waitMs
  })
  expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
  restarts = step(restarts, 10_000)
  expect(restarts).toBe(noRestarts)
  expect(step(restarts, 50).waitMs).toBe(100)
})
