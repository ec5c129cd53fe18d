import { expect, it, vi } from 'vitest'
import { createFanOut } from './fanOut.ts'

it('sends each listener the events after it joined, and takes back only events that it received', () => {
  const fanOut = createFanOut<string>()
  const [first, late] = [[] as string[], [] as string[]]
  fanOut.add((value) => {
    first.push(value)
    // A listener that joins during an event does not receive it.
    if (value === 'two') fanOut.add((other) => late.push(other))
  })
  const one = fanOut.emit('one')
  const two = fanOut.emit('two')
  const three = fanOut.emit('three')
  fanOut.emit('not three', three)
  fanOut.emit('not two', two)
  fanOut.emit('not one', one)
  expect(first).toEqual(['one', 'two', 'three', 'not three', 'not two', 'not one'])
  expect(late).toEqual(['three', 'not three'])
})

it('isolates listeners from each other, and sends nothing to a listener that has left', async () => {
  const fanOut = createFanOut<number>()
  const seen: number[] = []
  const uncaught = vi.fn()
  process.once('uncaughtException', uncaught)
  const leaveThrower = fanOut.add(() => {
    leaveOther()
    throw new RangeError('listener')
  })
  const leaveOther = fanOut.add(() => seen.push(0))
  fanOut.add((value) => seen.push(value))
  fanOut.emit(1)
  leaveThrower()
  leaveThrower()
  fanOut.emit(2)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('uncaughtException', uncaught)
  expect(uncaught).toHaveBeenCalledOnce()
  expect([seen, fanOut.size]).toEqual([[1, 2], 1])
})
