import { expect, it } from 'vitest'
import { toFrame } from './frame.ts'
import { createHeldFrames } from './heldFrames.ts'

const frame = (text: string) => Buffer.from(text)

it('drops the oldest events, never answers, and tells how many', () => {
  let drops = 0
  const held = createHeldFrames(6, () => {
    drops += 1
  })
  expect(held.add(frame('aa'), true)).toBe(true)
  expect(held.add(frame('AA'), false)).toBe(true)
  expect(held.add(frame('bb'), true)).toBe(true)
  expect(held.add(frame('cc'), true)).toBe(true)
  expect(drops).toBe(1)
  expect(held.takePortion()).toEqual(Buffer.concat([toFrame('{"type":"lagged","dropped":1}'), Buffer.from('AAbbcc')]))
  expect(held.isEmpty).toBe(true)
})

it('says so when there is nothing but answers', () => {
  const held = createHeldFrames(3, () => {})
  expect(held.add(frame('AA'), false)).toBe(true)
  expect(held.add(frame('BB'), false)).toBe(false)
})

it('gives what waits in portions', () => {
  const held = createHeldFrames(1_000_000, () => {})
  for (let n = 0; n < 4; n += 1) held.add(Buffer.alloc(40_000, n), true)
  expect(held.takePortion()).toHaveLength(80_000)
  expect(held.takePortion()).toHaveLength(80_000)
  expect(held.isEmpty).toBe(true)
})
