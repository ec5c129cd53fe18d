import type { BlockRange } from '@outrigger/core/internal'
import type { FeeCoverage, TimeSpan } from '../feeHistoryTypes.ts'

/** What blocks a chain has: how far apart, and when the next one is late. */
type Pace = { readonly blockSeconds: number; readonly patienceSeconds: number }

/** A chain's next block may be this late before the newest known one counts as followed by a gap. */
export const toPace = (blockTimeMs: number): Pace => ({
  blockSeconds: blockTimeMs / 1000,
  patienceSeconds: Math.max(15, (3 * blockTimeMs) / 1000),
})

/**
 * How much of a span is known: it is covered from the first block of a range until the block after its last would come.
 * `keptFrom` is when what was asked for begins to be kept; before it nothing is known.
 */
export function computeCoverage(
  ranges: readonly BlockRange[],
  { fromTime, toTime }: TimeSpan,
  { blockSeconds, patienceSeconds, keptFrom = fromTime }: Pace & { readonly keptFrom?: number },
): FeeCoverage {
  const gaps: TimeSpan[] = []
  let next = fromTime
  let covered = 0
  let blocks = 0
  for (const [index, range] of ranges.entries()) {
    const isLast = index === ranges.length - 1
    const begin = Math.max(range.fromTime, keptFrom, next)
    const end = Math.min(range.toTime + (isLast ? patienceSeconds : blockSeconds), toTime)
    if (end <= begin) continue
    if (begin > next) gaps.push({ fromTime: next, toTime: begin })
    covered += end - begin
    const length = range.toTime + blockSeconds - range.fromTime
    blocks += Math.round(((range.to - range.from + 1) * Math.min(end - begin, length)) / length)
    next = end
  }
  if (next < toTime) gaps.push({ fromTime: next, toTime })
  const asked = toTime - fromTime
  return { fromTime, toTime, share: asked <= 0 ? 1 : covered / asked, blocks, gaps }
}
