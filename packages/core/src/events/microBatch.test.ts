import { expect, it, vi } from 'vitest'
import { createMicroBatch } from './microBatch.ts'

it('works on items in their order, when the code that adds them has run', async () => {
  const done: number[] = []
  const batch = createMicroBatch<number>((item) => done.push(item))
  for (const item of [1, 2, 3]) batch.add(item)
  expect(done).toEqual([])
  await Promise.resolve()
  expect(done).toEqual([1, 2, 3])
  batch.add(4)
  batch.flush()
  expect(done).toEqual([1, 2, 3, 4])
  await Promise.resolve()
  expect(done).toEqual([1, 2, 3, 4])
})

it('does not let the first items of a long run wait for its end', () => {
  const done: number[] = []
  let nowMs = 0
  const batch = createMicroBatch<number>(
    (item) => done.push(item),
    () => nowMs,
  )
  batch.add(1)
  nowMs = 3
  batch.add(2)
  expect(done).toEqual([])
  nowMs = 5
  batch.add(3)
  expect(done).toEqual([1, 2, 3])
  batch.add(4)
  expect(done).toEqual([1, 2, 3])
})

it('takes in what is added by its own work for the next time', async () => {
  const done: number[] = []
  const batch = createMicroBatch<number>((item) => {
    done.push(item)
    if (item < 3) batch.add(item + 1)
  })
  batch.add(1)
  batch.flush()
  expect(done).toEqual([1])
  await Promise.resolve()
  await Promise.resolve()
  await Promise.resolve()
  expect(done).toEqual([1, 2, 3])
})

it('reports an error as uncaught, and works on the items behind it', async () => {
  const uncaught = vi.fn()
  process.once('uncaughtException', uncaught)
  const done: number[] = []
  const batch = createMicroBatch<number>((item) => {
    if (item === 1) throw new Error('mine')
    done.push(item)
  })
  batch.add(1)
  batch.add(2)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('uncaughtException', uncaught)
  expect(done).toEqual([2])
  expect(uncaught).toHaveBeenCalledOnce()
})
