import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BlockRange, countBlocks, joinRanges, subtractRanges } from './ranges.ts'

const range = fc.tuple(fc.nat(60), fc.nat(60)).map(([a, b]): BlockRange => {
  return { from: BigInt(Math.min(a, b)), to: BigInt(Math.max(a, b)) }
})
const toBlocks = (ranges: readonly BlockRange[]) =>
  ranges.flatMap(({ from, to }) => Array.from({ length: Number(to - from) + 1 }, (_, index) => Number(from) + index))

it('joins and subtracts like sets of blocks', () => {
  fc.assert(
    fc.property(range, fc.array(range), (whole, covered) => {
      const set = new Set(toBlocks(covered))
      const joined = joinRanges(covered)
      expect(toBlocks(joined)).toEqual([...set].sort((a, b) => a - b))
      expect(countBlocks(joined)).toBe(BigInt(set.size))
      expect(joined.every(({ from }, index) => index === 0 || from > (joined[index - 1]?.to ?? 0n) + 1n)).toBe(true)
      expect(toBlocks(subtractRanges(whole, covered))).toEqual(toBlocks([whole]).filter((block) => !set.has(block)))
    }),
  )
})
