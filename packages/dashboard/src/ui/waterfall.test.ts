import { expect, it } from 'vitest'
import { toSteps } from './waterfall.tsx'

it('begins each step where the one before ends, and the total at 0', () => {
  const steps = toSteps(
    [
      { name: 'bonus', value: 10 },
      { name: 'gas', value: -12 },
      { name: 'premium', value: 5 },
    ],
    'net',
  )
  expect(steps.map(({ from, to }) => [from, to])).toEqual([
    [0, 10],
    [10, -2],
    [-2, 3],
    [0, 3],
  ])
})
