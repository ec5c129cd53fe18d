import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBurst } from './burst.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function open() {
  const written: (number | 'journal')[] = []
  const burst = createBurst(() => written.push('journal'))
  const answer = (...answers: number[]) => {
    for (const n of answers) burst.answer(() => written.push(n))
  }
  return { written, answer }
}

it('writes one alone at the end of its turn, and calls before it', async () => {
  const { written, answer } = open()
  answer(0)
  expect(written).toEqual([])
  await turn()
  expect(written).toEqual(['journal', 0])
})

it('holds several until no more come up, and calls once before all of them', async () => {
  const { written, answer } = open()
  answer(0, 1)
  await turn()
  answer(2)
  await turn()
  expect(written).toEqual([])
  await turn()
  expect(written).toEqual(['journal', 0, 1, 2])
})

it('holds none for longer than half a millisecond', async () => {
  const { written, answer } = open()
  answer(0, 1)
  await turn()
  answer(2)
  vi.advanceTimersByTime(1)
  await turn()
  expect(written).toEqual(['journal', 0, 1, 2])
})

it('writes a full burst without waiting', async () => {
  const { written, answer } = open()
  answer(...Array(33).keys())
  expect(written).toHaveLength(33)
  await turn()
  expect(written.slice(33)).toEqual(['journal', 32])
})
