import { expect, it, vi } from 'vitest'
import { createEmitter } from './emitter.ts'

it('delivers typed events until unwatched, and survives a listener that throws', async () => {
  const events = createEmitter<{ head: number }>()
  const seen: number[] = []
  const uncaught = vi.fn()
  process.once('uncaughtException', uncaught)
  const unwatchThrower = events.on('head', () => {
    throw new RangeError('listener')
  })
  const unwatch = events.on('head', (head) => seen.push(head))
  events.emit('head', 1)
  unwatchThrower()
  unwatch()
  events.emit('head', 2)
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen).toEqual([1])
  process.off('uncaughtException', uncaught)
  expect(uncaught).toHaveBeenCalledOnce()
})
