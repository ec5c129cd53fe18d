import { expect, test } from 'vitest'
import { createOptionalRead } from './optionalRead.ts'

test('a failed read is paused, and no longer than the pause if the clock is set back', async () => {
  let nowMs = 3_600_000
  let asked = 0
  const read = createOptionalRead(
    async () => {
      asked++
      return null
    },
    { clock: { now: () => nowMs } },
  )
  await read()
  nowMs += 59_999
  await read()
  expect(asked).toBe(1)
  nowMs += 1
  await read()
  expect(asked).toBe(2)
  nowMs = 0
  await read()
  expect(asked).toBe(3)
})
