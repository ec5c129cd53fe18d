import { expect, it } from 'vitest'
import { createBlockAges, type SeenBlock } from './blockAge.ts'

it('knows how old something is, and nothing of what was seen at a block that has left the chain', () => {
  let latest: SeenBlock | null = null
  const ages = createBlockAges(() => latest)
  const mine = (number: bigint, hash: SeenBlock['hash']) => {
    latest = { number, hash }
    return { block: ages.see() }
  }
  expect(ages.toAge(undefined)).toBe(Number.POSITIVE_INFINITY)
  const [first, second, third] = [mine(1n, '0x1a'), mine(2n, '0x2a'), mine(3n, '0x3a')]
  expect([first, second, third].map(ages.toAge)).toEqual([2, 1, 0])
  // A reorg replaces the second and the third block.
  mine(2n, '0x2b')
  expect([first, second, third].map(ages.toAge)).toEqual([1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
  mine(3n, '0x3b')
  mine(4n, '0x4b')
  expect([first, second, third].map(ages.toAge)).toEqual([3, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
})
