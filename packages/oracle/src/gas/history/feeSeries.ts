import type { ChainProfile, Clock, Store } from '@outrigger/core'
import { createSeriesStore, type Draft, findGaps, type SeriesStore, type Span } from '@outrigger/core/internal'
import type { BlockFees } from './blockFees.ts'
import { computeCoverage, toPace } from './compute/coverage.ts'
import { quoteWindowBlocks } from './compute/pastTiers.ts'
import { isSameBlock, type UntimedBlock } from './compute/rawBlocks.ts'
import type { SeriesState } from './compute/seriesState.ts'
import { type Anchor, createBlockTimes } from './compute/times.ts'
import type { FeeBars, FeeCoverage, TimeSpan } from './feeHistoryTypes.ts'
import { readBars } from './readBars.ts'
import { levelOf, levels, type Resolution } from './resolutions.ts'
import { createSeriesDraft, type SeriesDraft } from './seriesDraft.ts'
import { emptySeries, takeBlocks, takeHead } from './writeSeries.ts'

/** Fees of one chain's blocks in a store, and their coverage. */
export type FeeSeries = {
  /**
   * Stores a node's newest blocks, ascending and without gaps. `head` is the header of one of these blocks or of a
   * later block.
   */
  record(window: readonly UntimedBlock[], head: Anchor): Promise<void>
  /** Stores older blocks in ascending order. Known blocks are skipped. */
  add(blocks: readonly BlockFees[]): Promise<void>
  state(): Promise<SeriesState>
  /** Returns the unknown spans of block numbers. */
  gaps(span: Span): Promise<readonly Span[]>
  blocks(span: Span): Promise<readonly BlockFees[]>
  bars(resolution: Resolution, span: TimeSpan): Promise<FeeBars>
  coverage(span: TimeSpan): Promise<FeeCoverage>
}

type Options = { readonly store: Store; readonly chain: ChainProfile; readonly clock: Clock }

/** Creates the document store of a chain's fees. */
export const createFeeStore = (store: Store, chain: string): SeriesStore<SeriesState> =>
  createSeriesStore(store, { collection: 'fees', key: chain, empty: emptySeries })

export function createFeeSeries({ store, chain, clock }: Options): FeeSeries {
  const pace = toPace(chain.blockTimeMs)
  const nowSeconds = () => Math.floor(clock.now() / 1000)
  const series = createFeeStore(store, chain.name)
  const toDraft = (draft: Draft) => createSeriesDraft(store, chain.name, draft)
  const change = (update: (draft: SeriesDraft, state: SeriesState) => Promise<SeriesState | null>) =>
    series.change((draft, state) => update(toDraft(draft), state))
  // Reads one revision, because a block that moves into a bar meanwhile would be counted twice or not at all.
  const readRevision = <value>(read: (draft: SeriesDraft, state: SeriesState) => Promise<value>) =>
    series.read((draft, state) => read(toDraft(draft), state))

  async function timeWindow(draft: SeriesDraft, window: readonly UntimedBlock[], head: Anchor) {
    const low = Number(window[0]?.number ?? 0n)
    const known = await draft.readBlocks(low - quoteWindowBlocks, head.number)
    const firstKnown = Number(known[0]?.number ?? head.number)
    // Times far from any dated block would be a guess.
    const near = firstKnown <= low + quoteWindowBlocks ? window : window.slice(-quoteWindowBlocks)
    const byNumber = new Map(window.map((block) => [block.number, block]))
    const fork = known.findIndex((block) => {
      const other = byNumber.get(block.number)
      return other !== undefined && !isSameBlock(block, other)
    })
    const anchors = (fork < 0 ? known : known.slice(0, fork))
      .map(({ number, timestamp }) => ({ number: Number(number), timestamp }))
      .filter(({ number }) => number < head.number)
    const timeOf = createBlockTimes([...anchors, head], chain.blockTimeMs)
    return near.map((block) => ({ ...block, ...timeOf(Number(block.number)) }))
  }

  return {
    record: (window, head) =>
      change(async (draft, state) => {
        if (window.length === 0) return null
        const timed = await timeWindow(draft, window, head)
        return takeHead(state, timed, { draft, chain, now: nowSeconds() })
      }),
    add: (blocks) => change((draft, state) => takeBlocks(state, blocks, [], { draft, chain, now: nowSeconds() })),
    state: series.state,
    gaps: async (span) => findGaps((await series.state()).ranges, span),
    blocks: ({ from, to }) => readRevision((draft) => draft.readBlocks(from, to)),
    bars: (resolution, span) =>
      readRevision((draft, state) =>
        readBars(draft, state, { chain, level: levelOf(resolution), span, now: nowSeconds() }),
      ),
    coverage: async (span) => computeCoverage((await series.state()).ranges, span, pace),
  }
}

/** Returns the finest resolution that is kept for this many seconds. */
export function chooseResolution(seconds: number): Resolution {
  return (levels.find(({ keptSeconds }) => keptSeconds >= seconds) ?? (levels.at(-1) as (typeof levels)[number]))
    .resolution
}
