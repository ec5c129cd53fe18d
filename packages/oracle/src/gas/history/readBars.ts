import type { ChainProfile } from '@outrigger/core'
import { addBars, type BarSums } from './compute/bars.ts'
import { computeCoverage, toPace } from './compute/coverage.ts'
import { toFeeBar } from './compute/feeBar.ts'
import { quoteWindowBlocks } from './compute/pastTiers.ts'
import { quoteBlocks, toBars } from './compute/quotedBars.ts'
import type { SeriesState } from './compute/seriesState.ts'
import type { FeeBars, TimeSpan } from './feeHistoryTypes.ts'
import type { Level } from './resolutions.ts'
import { documentOf, type SeriesDraft } from './seriesDraft.ts'

type BarQuery = {
  readonly chain: ChainProfile
  readonly level: Level
  readonly span: TimeSpan
  /** Unix seconds. */
  readonly now: number
}

/** Reads the bars of a span. They consist of the stored bars and the newest blocks, which are not in a stored bar yet. */
export async function readBars(draft: SeriesDraft, state: SeriesState, query: BarQuery): Promise<FeeBars> {
  const { chain, level, span, now } = query
  const { seconds, resolution } = level
  const keptFrom = now - level.keptSeconds
  const firstTime = Math.max(span.fromTime, keptFrom, state.ranges[0]?.fromTime ?? span.toTime)
  const firstStart = Math.floor(firstTime / seconds) * seconds
  const stored: BarSums[] = []
  const lastDocument = documentOf(level, span.toTime)
  for (let document = documentOf(level, firstStart); document <= lastDocument; document += 1)
    stored.push(...(await draft.readBars(level, document)))
  const all = addBars(stored, await readUnsettled(draft, state, { chain, seconds }))
  return {
    chain: chain.name,
    resolution,
    bars: all.filter(([start]) => start >= firstStart && start < span.toTime).map((bar) => toFeeBar(bar, seconds)),
    coverage: computeCoverage(state.ranges, span, { ...toPace(chain.blockTimeMs), keptFrom }),
  }
}

async function readUnsettled(
  draft: SeriesDraft,
  { settledTo, newest }: SeriesState,
  { chain, seconds }: { readonly chain: ChainProfile; readonly seconds: number },
): Promise<readonly BarSums[]> {
  const blocks = await draft.readBlocks(settledTo + 1 - quoteWindowBlocks, newest)
  const first = blocks.findIndex(({ number }) => number > settledTo)
  if (first < 0) return []
  return toBars(quoteBlocks(chain, blocks.slice(first), blocks.slice(0, first)), seconds)
}
