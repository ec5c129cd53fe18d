import { expect, it } from 'vitest'
import { createTokenBucket } from './tokenBucket.ts'

/** Number of requests allowed in each 10 s, with one request every `everyMs`. */
function countTaken(
  perSecond: number,
  { size, everyMs, count = 1 }: { size: number; everyMs: number; count?: number },
) {
  const bucket = createTokenBucket(perSecond, size)
  const windows = [0, 0, 0, 0, 0, 0]
  for (let nowMs = 0; nowMs < 60_000; nowMs += everyMs)
    if (bucket.take(nowMs, count) !== null)
      windows[Math.floor(nowMs / 10_000)] = (windows[Math.floor(nowMs / 10_000)] ?? 0) + count
  return windows
}

it.each([
  [25, 25, 1, 1],
  [500, 500, 0.5, 1],
  [2_000, 2_000, 10, 26],
  [2_000, 2_000, 50, 2_500],
  [1, 60, 100, 1],
  [1_250, 1_250, 0.2, 1],
])('%d a second, %d at once: within 1 %% of that in every 10 s under load', (perSecond, size, everyMs, count) => {
  const [first = 0, ...rest] = countTaken(perSecond, { size, everyMs, count })
  const isNear = (taken: number, allowed: number) => Math.abs(taken - allowed) <= Math.max(allowed / 100, count)
  expect(isNear(first, size + 10 * perSecond), `${first} in the first 10 s`).toBe(true)
  for (const taken of rest) expect(isNear(taken, 10 * perSecond), `${taken} in 10 s`).toBe(true)
  const total = rest.reduce((sum, taken) => sum + taken, first)
  expect(Math.abs(total / (size + 60 * perSecond) - 1)).toBeLessThan(0.01 + count / (60 * perSecond))
})

it('allows a request larger than its size when it is full, and owes the rest', () => {
  const bucket = createTokenBucket(2_000)
  expect([bucket.take(0, 2_500), bucket.level(0)]).toEqual([0, -500])
  expect([bucket.take(0, 2_500), bucket.waitMs(0, 2_500)]).toEqual([null, 1_250])
  expect([bucket.take(1_249, 2_500), bucket.take(1_250, 2_500)]).toEqual([null, 0])
})

it('makes callers wait as long as they accept', () => {
  const bucket = createTokenBucket(10, 1)
  expect([0, 1, 2, 3].map(() => bucket.take(0, 1, 250))).toEqual([0, 100, 200, null])
})

it('takes back unused tokens, up to its size', () => {
  const bucket = createTokenBucket(10)
  bucket.take(0, 4)
  bucket.giveBack(3)
  expect(bucket.level(0)).toBe(9)
  bucket.giveBack(30)
  expect(bucket.level(0)).toBe(10)
})

it('continues after the clock was set back', () => {
  const bucket = createTokenBucket(10)
  bucket.take(100_000, 10)
  expect(bucket.level(50_000)).toBe(0)
  expect(bucket.level(50_500)).toBe(5)
})

it('without a limit never refuses', () => {
  expect(createTokenBucket(Number.POSITIVE_INFINITY).take(0, 1e12)).toBe(0)
})
