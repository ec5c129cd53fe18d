import { expect, it } from 'vitest'
import { type Hop, toPaths } from './routePaths.ts'

const hop = (from: string, to: string, percent: number): Hop => ({
  dex: 'uniswap_v3',
  pool: from + to,
  from,
  to,
  percent,
})

it('divides a route into its paths', () => {
  const [ab, bd, ac, ad] = [hop('a', 'b', 60), hop('b', 'd', 60), hop('a', 'd', 30), hop('a', 'd', 10)]
  expect(toPaths([ab, bd, ac, ad])).toEqual([
    { percent: 60, hops: [ab, bd] },
    { percent: 30, hops: [ac] },
    { percent: 10, hops: [ad] },
  ])
  expect(toPaths([])).toEqual([])
})
