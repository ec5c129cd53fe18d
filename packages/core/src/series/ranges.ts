/** A range of consecutive known blocks, with the times of the first and the last block in Unix seconds. */
export type BlockRange = {
  readonly from: number
  readonly to: number
  readonly fromTime: number
  readonly toTime: number
}

/** Block numbers, both ends inclusive. */
export type Span = { readonly from: number; readonly to: number }

/** Adds a range to ascending ranges. Ranges that touch or overlap are merged. */
export function addRange(ranges: readonly BlockRange[], added: BlockRange): readonly BlockRange[] {
  const before = ranges.filter(({ to }) => to < added.from - 1)
  const after = ranges.filter(({ from }) => from > added.to + 1)
  const touching = ranges.slice(before.length, ranges.length - after.length)
  const first = touching[0]
  const last = touching.at(-1)
  return [
    ...before,
    {
      from: Math.min(added.from, first?.from ?? added.from),
      to: Math.max(added.to, last?.to ?? added.to),
      fromTime: first !== undefined && first.from < added.from ? first.fromTime : added.fromTime,
      toTime: last !== undefined && last.to > added.to ? last.toTime : added.toTime,
    },
    ...after,
  ]
}

/** Removes the blocks of a span from ranges. `timeOf` must return the time of a block that becomes the end of a range. */
export function removeSpan(
  ranges: readonly BlockRange[],
  { from, to }: Span,
  timeOf: (number: number) => number,
): readonly BlockRange[] {
  return ranges.flatMap((range) => {
    if (range.to < from || range.from > to) return [range]
    return [
      ...(range.from < from ? [{ ...range, to: from - 1, toTime: timeOf(from - 1) }] : []),
      ...(range.to > to ? [{ ...range, from: to + 1, fromTime: timeOf(to + 1) }] : []),
    ]
  })
}

export const includesBlock = (ranges: readonly BlockRange[], number: number): boolean =>
  ranges.some(({ from, to }) => from <= number && number <= to)

/** Returns the blocks of a span that are in no range, in ascending order. */
export function findGaps(ranges: readonly BlockRange[], { from, to }: Span): readonly Span[] {
  const gaps: Span[] = []
  let next = from
  for (const range of ranges) {
    if (range.to < next) continue
    if (range.from > to) break
    if (range.from > next) gaps.push({ from: next, to: range.from - 1 })
    next = range.to + 1
  }
  if (next <= to) gaps.push({ from: next, to })
  return gaps
}
