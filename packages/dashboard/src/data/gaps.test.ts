import { expect, it } from 'vitest'
import { breakGaps } from './gaps.ts'

it('interrupts lines between points that are further apart than usual', () => {
  const x = [0, 12, 24, 48, 148, 160]
  const spaced = breakGaps(x, [
    [1, 2, 3, 4, 5, 6],
    [1, null, 3, 4, 5, 6],
  ])
  expect(spaced.x).toEqual([0, 12, 24, 48, 98, 148, 160])
  expect(spaced.values).toEqual([
    [1, 2, 3, 4, null, 5, 6],
    [1, null, 3, 4, null, 5, 6],
  ])
})

it('interrupts lines between points that are further apart than allowed', () => {
  expect(breakGaps([0, 60, 180], [[1, 2, 3]], 90).values).toEqual([[1, 2, null, 3]])
  expect(breakGaps([0, 60, 120], [[1, 2, 3]], 90).values).toEqual([[1, 2, 3]])
})

it('accepts few points', () => {
  expect(breakGaps([], [[]])).toEqual({ x: [], values: [[]] })
  expect(breakGaps([5], [[1]])).toEqual({ x: [5], values: [[1]] })
})
