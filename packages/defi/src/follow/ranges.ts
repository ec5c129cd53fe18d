/** A range of blocks, both ends included. */
export type BlockRange = { readonly from: bigint; readonly to: bigint }

/** Returns the fewest ranges that cover the same blocks, ascending. */
export function joinRanges(ranges: readonly BlockRange[]): readonly BlockRange[] {
  const joined: BlockRange[] = []
  for (const { from, to } of [...ranges].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    if (to < from) continue
    const last = joined.at(-1)
    if (last === undefined || from > last.to + 1n) joined.push({ from, to })
    else if (to > last.to) joined[joined.length - 1] = { from: last.from, to }
  }
  return joined
}

/** Returns the parts of a range that no other range covers, ascending. */
export function subtractRanges(range: BlockRange, covered: readonly BlockRange[]): readonly BlockRange[] {
  const gaps: BlockRange[] = []
  let from = range.from
  for (const one of joinRanges(covered)) {
    if (one.from > from) gaps.push({ from, to: lesser(one.from - 1n, range.to) })
    if (one.to >= from) from = one.to + 1n
    if (from > range.to) break
  }
  if (from <= range.to) gaps.push({ from, to: range.to })
  return gaps.filter((gap) => gap.from <= gap.to)
}

export function countBlocks(ranges: readonly BlockRange[]): bigint {
  return ranges.reduce((sum, { from, to }) => sum + to - from + 1n, 0n)
}

export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b)
