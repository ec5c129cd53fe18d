import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createWriteQueue } from './writeQueue.ts'

describe('createWriteQueue', () => {
  it('writes a single answer at the end of the turn', async () => {
    const write = createWriteQueue()
    const written: number[] = []
    write(() => written.push(1))
    expect(written).toEqual([])
    await nextTurn()
    expect(written).toEqual([1])
  })

  it('writes answers in order, and those of the next turn with them', async () => {
    const write = createWriteQueue()
    const written: number[] = []
    write(() => written.push(1))
    write(() => written.push(2))
    setImmediate(() => write(() => written.push(3)))
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    expect(written).toEqual([1, 2, 3])
  })

  it('writes at once when 32 answers wait', async () => {
    const write = createWriteQueue()
    let written = 0
    for (let index = 0; index < 33; index += 1) write(() => (written += 1))
    expect(written).toBe(32)
    await nextTurn()
    expect(written).toBe(33)
  })

  it('waits for no answer longer than 0.5 ms while every turn brings more', async () => {
    const write = createWriteQueue()
    let written = 0
    const add = () => write(() => (written += 1))
    add()
    add()
    const endMs = performance.now() + 20
    while (written === 0 && performance.now() < endMs) {
      await nextTurn()
      const untilMs = performance.now() + 0.2
      while (performance.now() < untilMs);
      add()
      expect(written).toBeLessThan(10)
    }
    expect(written).toBeGreaterThan(0)
  })
})
