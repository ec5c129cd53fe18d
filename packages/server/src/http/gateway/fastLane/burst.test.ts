import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createBurst } from './burst.ts'

function play(answers: number) {
  const written: (number | 'journal')[] = []
  const burst = createBurst(() => written.push('journal'))
  for (let n = 0; n < answers; n += 1) burst.answer(() => written.push(n))
  return written
}

it('holds answers back to the end of the turn, and calls once before all of them', async () => {
  const written = play(2)
  expect(written).toEqual([])
  await turn()
  expect(written).toEqual(['journal', 0, 1])
})

it('writes a full burst without waiting', async () => {
  const written = play(33)
  expect(written).toHaveLength(33)
  await turn()
  expect(written.slice(33)).toEqual(['journal', 32])
})
