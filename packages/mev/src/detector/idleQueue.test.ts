import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createIdleQueue } from './idleQueue.ts'

/** Creates a queue that works only when the test signals a lull. */
function start() {
  const worked: string[][] = []
  const quiet: (() => void)[] = []
  const lifetime = new AbortController()
  let patience = 0
  const begin = () => {
    patience += 1
    return () => new Promise<void>((resolve) => quiet.push(resolve))
  }
  const queue = createIdleQueue<string>({
    lull: { note() {}, begin },
    signal: lifetime.signal,
    work: (items) => worked.push([...items]),
  })
  async function rest(): Promise<void> {
    quiet.shift()?.()
    await setImmediate()
  }
  return { queue, worked, rest, stop: () => lifetime.abort(), patience: () => patience }
}

it('works on one after the other between bursts, each once, those that are urgent first', async () => {
  const { queue, worked, rest } = start()
  queue.add(['a', 'b'])
  queue.add(['a'])
  queue.addFirst(['c'])
  expect(worked).toEqual([])
  for (let turn = 0; turn < 6; turn++) await rest()
  expect(worked).toEqual([['c'], ['a'], ['b']])
})

it('gives way to bursts however long it is never empty', async () => {
  const { queue, worked, rest, patience } = start()
  for (let item = 0; item < 20; item++) {
    queue.add([`${item}`])
    await rest()
  }
  expect(worked.length).toBeGreaterThan(5)
  expect(patience()).toBeGreaterThan(5)
})

it('ends with its signal', async () => {
  const { queue, worked, rest, stop } = start()
  queue.add(['a'])
  stop()
  await rest()
  queue.add(['b'])
  await rest()
  expect(worked).toEqual([])
})
