import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurnClock } from './turnClock.ts'

test('the time stands still within a turn, and is read anew in the next', async () => {
  let nowMs = 1
  const clock = createTurnClock({ now: () => nowMs })
  expect(clock.now()).toBe(1)
  nowMs = 2
  expect(clock.now()).toBe(1)
  await Promise.resolve()
  expect(clock.now()).toBe(1)
  await nextTurn()
  expect(clock.now()).toBe(2)
})
