import type { BlockRange } from '@outrigger/core/internal'
import type { FeeCoverage, TimeSpan } from '../feeHistoryTypes.ts'

/** Block interval of a chain, and the delay after which the next block counts as missing. */
type Pace = { readonly blockSeconds: number; readonly patienceSeconds: number }

/**
 * Returns the pace of a chain. The time after the newest known block counts as a gap after three block times, but at
 * least 15 s.
 */
export const toPace = (blockTimeMs: number): Pace => ({
  blockSeconds: blockTimeMs / 1000,
  patienceSeconds: Math.max(15, (3 * blockTimeMs) / 1000),
})

/**
 * Computes how much of a span is covered. A range covers the time from its first block until the block after its last
 * block is due. Data older than `keptFrom` has been deleted.
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
    const rangeLength = range.toTime + blockSeconds - range.fromTime
    blocks += Math.round(((range.to - range.from + 1) * Math.min(end - begin, rangeLength)) / rangeLength)
    next = end
  }
  if (next < toTime) gaps.push({ fromTime: next, toTime })
  const length = toTime - fromTime
  return { fromTime, toTime, share: length <= 0 ? 1 : covered / length, blocks, gaps }
}
