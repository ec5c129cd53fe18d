import type { ChainProfile, Clock, Store } from '@outrigger/core'
import {
  type ChainOption,
  type ClientOption,
  getOrCreate,
  resolveChain,
  type Span,
  systemClock,
  toClient,
} from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import type { FeeBlock } from '../gasSample.ts'
import { getL1FeeInputs } from '../sources/l1FeeInputs.ts'
import { type Backfill, type BackfillOptions, backfill } from './backfill.ts'
import type { BlockFees, L1FeeInputs } from './blockFees.ts'
import type { UntimedBlock } from './compute/rawBlocks.ts'
import type { FeeBars, FeeCoverage, TimeSpan } from './feeHistoryTypes.ts'
import { createFeeSeries, type FeeSeries } from './feeSeries.ts'
import type { Resolution } from './resolutions.ts'

/** Time between two reads of L1 fees. It is L1's block time, because L1 fees do not change faster. */
const l1EveryMs = 12_000

export type FeeHistoryOptions = {
  /** Store for the fees. It may contain other data as well. */
  readonly store: Store
  readonly clock?: Clock
  /** Called if blocks cannot be stored. They become a gap. @default errors are ignored */
  readonly onFailure?: (chain: string, error: unknown) => void
}

/** A new head of a chain and the recent blocks that the gas oracle read with it. */
type HeadFees = {
  readonly client: PublicClient
  readonly chain: ChainProfile
  readonly head: FeeBlock
  /** Consecutive blocks, oldest first. */
  readonly blocks: readonly UntimedBlock[]
}

/** Fees of past blocks of several chains, in a store. */
export type FeeHistory = {
  /** Stores a new head and the blocks before it. Never throws. Blocks of a reorg replace the old ones. */
  record(head: HeadFees): Promise<void>
  /**
   * Reads missing blocks within a budget of calls. Concurrent calls for the same chain run one after the other.
   * @throws errors of the client if no provider answers
   */
  backfill(client: ClientOption, chain: ChainOption, options: BackfillOptions): Promise<Backfill>
  /** Returns the bars of a time span, and how much of it is covered. */
  bars(chain: ChainOption, options: TimeSpan & { readonly resolution: Resolution }): Promise<FeeBars>
  /**
   * Returns known blocks by number in ascending order. Both ends are included. Only the newest 20 000 blocks are
   * stored individually.
   */
  blocks(chain: ChainOption, span: Span): Promise<readonly BlockFees[]>
  /** Returns the unknown blocks of a span. */
  gaps(chain: ChainOption, span: Span): Promise<readonly Span[]>
  coverage(chain: ChainOption, span: TimeSpan): Promise<FeeCoverage>
  /** Rejects new blocks. Resolves when pending writes are done. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Stores the fees of blocks: base fee, gas used, tips, blob fee and a rollup's L1 fee inputs. A gas oracle with this
 * option records every head that it reads, without additional calls. `backfill` reads older blocks. The newest 20 000
 * blocks are stored individually. Blocks that are at least 128 blocks deep are also stored as bars of a minute (kept 8
 * days), 5 minutes (32 days), 15 minutes (96 days), an hour (400 days), 6 hours (800 days) and a day (1600 days).
 *
 * @example
 * await using history = createFeeHistory({ store })
 * await using oracle = createGasOracle({ pools, history })
 * await history.backfill(client, 'base', { fromTime: now - 86_400, maxCalls: 50 })
 * const { bars, coverage } = await history.bars('base', { fromTime: now - 86_400, toTime: now, resolution: '1h' })
 */
export function createFeeHistory({ store, clock = systemClock, onFailure }: FeeHistoryOptions): FeeHistory {
  const all = new Map<string, FeeSeries>()
  const seriesOf = (given: ChainOption) => {
    const chain = resolveChain(given)
    return getOrCreate(all, chain.name, () => createFeeSeries({ store, chain, clock }))
  }
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

  async function record(fees: HeadFees): Promise<void> {
    const { chain, head, blocks } = fees
    if (isClosed || head.timestamp === undefined) return
    const { number, timestamp } = head
    try {
      const l1 = await readL1(fees)
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
    record: (fees) => track(record(fees)),
    backfill(client, given, options) {
      const chain = resolveChain(given)
      const run = () => backfill({ client: toClient(client), chain, series: seriesOf(chain) }, options)
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
