import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createBurst } from './burst.ts'

function play(answers: number, expected: number) {
  const burst = createBurst()
  const written: number[] = []
  for (let n = 0; n < expected; n += 1) burst.expect()
  for (let n = 0; n < answers; n += 1) burst.answer(() => written.push(n))
  return written
}

it('writes at once what nothing else waits for', () => {
  expect(play(1, 1)).toEqual([0])
})

it('holds answers back to the end of the turn while others are expected', async () => {
  const written = play(2, 3)
  expect(written).toEqual([])
  await turn()
  expect(written).toEqual([0, 1])
})

it('writes a full burst without waiting', () => {
  expect(play(12, 20)).toHaveLength(12)
})
