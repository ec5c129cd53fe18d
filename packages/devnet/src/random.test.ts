import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

test('the seed decides the sequence', () => {
  const draw = (seed: number) => Array.from({ length: 50 }, createRandom(seed).next)
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
})

test('numbers have the expected distribution', () => {
  const random = createRandom(3)
  const counts = [0, 0, 0, 0, 0]
  let sum = 0
  let squares = 0
  for (let index = 0; index < 50_000; index++) {
    const bucket = random.integer(5)
    counts[bucket] = (counts[bucket] ?? 0) + 1
    const normal = random.normal()
    sum += normal
    squares += normal * normal
  }
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500)
  expect(Math.abs(sum / 50_000)).toBeLessThan(0.02)
  expect(Math.abs(squares / 50_000 - 1)).toBeLessThan(0.03)
  expect(random.hex(48)).toMatch(/^0x[0-9a-f]{96}$/)
})
