import { expect, it } from 'vitest'
import { toRegular } from './bars.ts'

const at = (hour: number) => ({ timestamp: new Date(hour * 3_600_000).toISOString() })

it('shows missing bars as gaps, and keeps bars that start at other times', () => {
  expect(toRegular([at(1), at(2), at(4)], 3600)).toEqual({
    seconds: [3600, 7200, 10_800, 14_400],
    bars: [at(1), at(2), null, at(4)],
  })
  expect(toRegular([at(0), at(0.75), at(2)], 3600).bars).toEqual([at(0), at(0.75), null, at(2)])
  expect(toRegular([], 60)).toEqual({ seconds: [], bars: [] })
})
