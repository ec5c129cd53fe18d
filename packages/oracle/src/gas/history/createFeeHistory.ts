import type { ChainProfile, Clock, Store } from '@outrigger/core'
import { getOrCreate, type Span, systemClock } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import type { FeeBlock } from '../gasSample.ts'
import { getL1FeeInputs } from '../sources/l1FeeInputs.ts'
import { type Backfill, type BackfillOptions, backfill } from './backfill.ts'
import type { BlockFees, L1FeeInputs } from './blockFees.ts'
import type { UntimedBlock } from './compute/rawBlocks.ts'
import type { FeeBars, FeeCoverage, TimeSpan } from './feeHistoryTypes.ts'
import { createFeeSeries, type FeeSeries } from './feeSeries.ts'
import type { Resolution } from './resolutions.ts'

/** L1 makes a block in this time, and nothing of it changes faster. */
const l1EveryMs = 12_000

export type FeeHistoryOptions = {
  /** Where it is kept, beside whatever else is. */
  readonly store: Store
  readonly clock?: Clock
  /** A block that could not be kept; it is a gap then. @default nothing is said */
  readonly onFailure?: (chain: string, error: unknown) => void
}

/** What the gas oracle shows of a chain at a new head. */
export type HeadFees = {
  readonly client: PublicClient
  readonly chain: ChainProfile
  readonly head: FeeBlock
  /** Consecutive, oldest first. */
  readonly blocks: readonly UntimedBlock[]
}

/** The fees of past blocks of several chains, kept in a store. */
export type FeeHistory = {
  /** Takes in a new head and the blocks before it; never throws. A reorganisation replaces what it undid. */
  record(head: HeadFees): Promise<void>
  /**
   * Reads what is missing, within a budget of calls; two at once for one chain are one after the other.
   * @throws whatever the client throws when no provider answers
   */
  backfill(client: PublicClient, chain: ChainProfile, options: BackfillOptions): Promise<Backfill>
  /** Bars of a stretch of time, with how much of it is known. */
  bars(chain: ChainProfile, options: TimeSpan & { readonly resolution: Resolution }): Promise<FeeBars>
  /** Known blocks by number, both ends included, ascending; the newest 20 000 are kept one by one. */
  blocks(chain: ChainProfile, span: Span): Promise<readonly BlockFees[]>
  /** Blocks of a span that are not known. */
  gaps(chain: ChainProfile, span: Span): Promise<readonly Span[]>
  coverage(chain: ChainProfile, span: TimeSpan): Promise<FeeCoverage>
  /** Takes in nothing more, and ends once all is written. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Keeps what blocks charged: base fee, gas used, tips, blob fee and what a rollup pays to L1. A gas oracle that is given it
 * records every head it reads, without a call more; the past is read on demand. The newest 20 000 blocks are kept one by
 * one, all others as bars of a minute (8 days), 5 minutes (32), 15 minutes (96), an hour (400), 6 hours and a day (longer).
 *
 * @example
 * await using history = createFeeHistory({ store })
 * await using oracle = createGasOracle({ pools, history })
 * await history.backfill(client, chains.base, { fromTime: now - 86_400, maxCalls: 50 })
 * const { bars, coverage } = await history.bars(chains.base, { fromTime: now - 86_400, toTime: now, resolution: '1h' })
 */
export function createFeeHistory({ store, clock = systemClock, onFailure }: FeeHistoryOptions): FeeHistory {
  const all = new Map<string, FeeSeries>()
  const seriesOf = (chain: ChainProfile) => getOrCreate(all, chain.name, () => createFeeSeries({ store, chain, clock }))
  const underWay = new Set<Promise<unknown>>()
  const fillings = new Map<string, Promise<unknown>>()
  const l1ReadMs = new Map<string, number>()
  let isClosed = false

  function track<value>(work: Promise<value>): Promise<value> {
    underWay.add(work)
    const done = () => void underWay.delete(work)
    work.then(done, done)
    return work
  }

  async function readL1({ client, chain, head }: HeadFees): Promise<L1FeeInputs | null> {
    const sinceMs = clock.now() - (l1ReadMs.get(chain.name) ?? Number.NEGATIVE_INFINITY)
    if (chain.feeModel.kind !== 'opStack' || (sinceMs >= 0 && sinceMs < l1EveryMs)) return null
    l1ReadMs.set(chain.name, clock.now())
    return getL1FeeInputs(client, head.number).catch(() => null)
  }

  async function record(shown: HeadFees): Promise<void> {
    const { chain, head, blocks } = shown
    if (isClosed || head.timestamp === undefined) return
    const { number, timestamp } = head
    try {
      const l1 = await readL1(shown)
      const window = l1 === null ? blocks : blocks.map((block) => (block.number === number ? { ...block, l1 } : block))
      await seriesOf(chain).record(window, { number: Number(number), timestamp })
    } catch (error) {
      onFailure?.(chain.name, error)
    }
  }

  const close = async () => {
    isClosed = true
    await Promise.allSettled(underWay)
  }

  return {
    record: (shown) => track(record(shown)),
    backfill(client, chain, options) {
      const run = () => backfill({ client, chain, series: seriesOf(chain) }, options)
      const filling = (fillings.get(chain.name) ?? Promise.resolve()).then(run, run)
      fillings.set(chain.name, filling)
      return track(filling)
    },
    bars: (chain, { resolution, ...span }) => seriesOf(chain).bars(resolution, span),
    blocks: (chain, span) => seriesOf(chain).blocks(span),
    gaps: (chain, span) => seriesOf(chain).gaps(span),
    coverage: (chain, span) => seriesOf(chain).coverage(span),
    close,
    [Symbol.asyncDispose]: close,
  }
}
