import type { ChainProfile, Clock, Store } from '@outrigger/core'
import { retry } from '@outrigger/core/internal'
import type { BlockFees } from './blockFees.ts'
import { computeCoverage, toPace } from './compute/coverage.ts'
import { quoteWindowBlocks } from './compute/pastTiers.ts'
import { findGaps, type Span } from './compute/ranges.ts'
import { isSameBlock, type UntimedBlock } from './compute/rawBlocks.ts'
import type { SeriesState } from './compute/seriesState.ts'
import { type Anchor, createBlockTimes } from './compute/times.ts'
import type { FeeBars, FeeCoverage, TimeSpan } from './feeHistoryTypes.ts'
import { readBars } from './readBars.ts'
import { levelOf, levels, type Resolution } from './resolutions.ts'
import { createSeriesDraft, type SeriesDraft, StaleDraftError } from './seriesDraft.ts'
import { emptySeries, takeBlocks, takeHead } from './writeSeries.ts'

/** The fees of one chain's blocks in a store, and how much of them is known. */
export type FeeSeries = {
  /** Takes in what a node shows of its newest blocks: ascending, without gaps. `head` is a header among or after them. */
  record(window: readonly UntimedBlock[], head: Anchor): Promise<void>
  /** Takes in older blocks, ascending. Those that are known are passed over. */
  add(blocks: readonly BlockFees[]): Promise<void>
  state(): Promise<SeriesState>
  /** Spans of block numbers that are not known. */
  gaps(span: Span): Promise<readonly Span[]>
  blocks(span: Span): Promise<readonly BlockFees[]>
  bars(resolution: Resolution, span: TimeSpan): Promise<FeeBars>
  coverage(span: TimeSpan): Promise<FeeCoverage>
}

type Options = { readonly store: Store; readonly chain: ChainProfile; readonly clock: Clock }

export function createFeeSeries({ store, chain, clock }: Options): FeeSeries {
  const pace = toPace(chain.blockTimeMs)
  const nowSeconds = () => Math.floor(clock.now() / 1000)
  let writing: Promise<unknown> = Promise.resolve()

  /** One change at a time; drafted again where another process was faster. */
  function change(draw: (draft: SeriesDraft, state: SeriesState) => Promise<SeriesState | null>): Promise<void> {
    const attempt = async () => {
      const draft = createSeriesDraft(store, chain.name)
      const next = await draw(draft, (await draft.readState()) ?? emptySeries)
      if (next !== null) await draft.commit(next)
    }
    const isStale = (error: unknown) => error instanceof StaleDraftError
    const result = writing.then(() =>
      retry(attempt, { minDelayMs: 5, maxDelayMs: 200, maxTimeMs: 5000, shouldRetry: isStale }),
    )
    writing = result.catch(() => {})
    return result
  }

  const readState = async () => (await createSeriesDraft(store, chain.name).readState()) ?? emptySeries

  async function timeWindow(draft: SeriesDraft, window: readonly UntimedBlock[], head: Anchor) {
    const low = Number(window[0]?.number ?? 0n)
    const known = await draft.readBlocks(low - quoteWindowBlocks, head.number)
    const firstKnown = Number(known[0]?.number ?? head.number)
    // Far from any block whose time is known, times would be a guess.
    const near = firstKnown <= low + quoteWindowBlocks ? window : window.slice(-quoteWindowBlocks)
    const shown = new Map(window.map((block) => [block.number, block]))
    const fork = known.findIndex((block) => {
      const other = shown.get(block.number)
      return other !== undefined && !isSameBlock(block, other)
    })
    const anchors = (fork < 0 ? known : known.slice(0, fork))
      .map(({ number, timestamp }) => ({ number: Number(number), timestamp }))
      .filter(({ number }) => number < head.number)
    const timeOf = createBlockTimes([...anchors, head], chain.blockTimeMs)
    return near.map((block) => ({ ...block, ...timeOf(Number(block.number)) }))
  }

  /** Reads of one revision: blocks move into bars, and would be counted twice or not at all. */
  async function readSteadily<value>(read: (draft: SeriesDraft, state: SeriesState) => Promise<value>): Promise<value> {
    for (;;) {
      const draft = createSeriesDraft(store, chain.name)
      const state = (await draft.readState()) ?? emptySeries
      const value = await read(draft, state)
      if ((await readState()).revision === state.revision) return value
    }
  }

  return {
    record: (window, head) =>
      change(async (draft, state) => {
        if (window.length === 0) return null
        const timed = await timeWindow(draft, window, head)
        return takeHead(state, timed, { draft, chain, now: nowSeconds() })
      }),
    add: (blocks) => change((draft, state) => takeBlocks(state, blocks, [], { draft, chain, now: nowSeconds() })),
    state: readState,
    gaps: async (span) => findGaps((await readState()).ranges, span),
    blocks: ({ from, to }) => createSeriesDraft(store, chain.name).readBlocks(from, to),
    bars: (resolution, span) =>
      readSteadily((draft, state) =>
        readBars(draft, state, { chain, level: levelOf(resolution), span, now: nowSeconds() }),
      ),
    coverage: async (span) => computeCoverage((await readState()).ranges, span, pace),
  }
}

/** The finest bars that are kept for as long as a span reaches back. */
export function chooseResolution(seconds: number): Resolution {
  return (levels.find(({ keptSeconds }) => keptSeconds >= seconds) ?? (levels.at(-1) as (typeof levels)[number]))
    .resolution
}
