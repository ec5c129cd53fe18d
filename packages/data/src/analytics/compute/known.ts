import type { BlockRange } from '@outrigger/core/internal'
import type { TimeSpan } from '../counterTypes.ts'

/**
 * Returns the time spans in which every block is counted. A range spans from its first to its last block. If it
 * begins with the chain's first block, it extends to the beginning of time. If it ends with the head, it extends to
 * `until`.
 */
export function computeKnown(ranges: readonly BlockRange[], head: number | null, until: number): readonly TimeSpan[] {
  return ranges.map(({ from, to, fromTime, toTime }) => ({
    fromTime: from <= 1 ? 0 : fromTime,
    toTime: head !== null && to >= head ? Math.max(toTime + 1, until) : toTime + 1,
  }))
}

/** Returns the share of a span that is known, and the gaps. */
export function computeShare(known: readonly TimeSpan[], { fromTime, toTime }: TimeSpan) {
  const gaps: TimeSpan[] = []
  let next = fromTime
  let covered = 0
  for (const one of known) {
    const [begin, end] = [Math.max(one.fromTime, next), Math.min(one.toTime, toTime)]
    if (end <= begin) continue
    if (begin > next) gaps.push({ fromTime: next, toTime: begin })
    covered += end - begin
    next = end
  }
  if (next < toTime) gaps.push({ fromTime: next, toTime })
  return { share: toTime <= fromTime ? 1 : covered / (toTime - fromTime), gaps }
}

export const isWithin = (known: readonly TimeSpan[], from: number, to: number): boolean =>
  known.some(({ fromTime, toTime }) => fromTime <= from && to <= toTime)
