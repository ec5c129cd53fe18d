import { expect, test } from 'vitest'
import { createOptionalRead } from './optionalRead.ts'

test('a read that failed is left alone for its rest, and no longer when the clock is put back', async () => {
  let nowMs = 3_600_000
  let asked = 0
  const read = createOptionalRead(
    async () => {
      asked++
      return null
    },
    { pauseMs: 60_000, clock: { now: () => nowMs } },
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
