import { expect, it } from 'vitest'
import { createCache } from './cache.ts'

it('forgets the least recently used beyond its bound', () => {
  const cache = createCache<number>({ max: 2 })
  cache.set('a', 1)
  cache.set('b', 2)
  cache.get('a')
  cache.set('c', 3)
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size]).toEqual([1, undefined, 3, 2])
  expect([cache.delete('a'), cache.delete('a')]).toEqual([true, false])
  cache.clear()
  expect(cache.size).toBe(0)
})

it('forgets what is too old by its own clock, and reading does not keep it', () => {
  let nowMs = 0
  const cache = createCache<number>({ max: 10, ttlMs: 100, clock: { now: () => nowMs } })
  cache.set('a', 1)
  nowMs = 99
  expect(cache.get('a')).toBe(1)
  nowMs = 101
  expect(cache.get('a')).toBeUndefined()
})
