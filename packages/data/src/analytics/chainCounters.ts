import type { Clock, Store, Unwatch } from '@outrigger/core'
import { type PoolClient, systemClock, toPool } from '@outrigger/core/internal'
import { type ChainPool, getBlock, isEvm } from '../questions.ts'
import { watchBlocks } from '../watch/watchBlocks.ts'
import { backfill, type CounterBackfill, type CounterBackfillOptions } from './backfill.ts'
import { createBlockWriter } from './blockWriter.ts'
import type { Interval } from './compute/intervals.ts'
import { readEvmActivity } from './count/readEvm.ts'
import { readFamilyActivity } from './count/readFamily.ts'
import type { CounterBars, TimeSpan } from './counterTypes.ts'
import { readBars } from './readBars.ts'

/** After a pause longer than this many blocks, `backfill` reads the missed blocks. */
const mostMissed = 256

export type ChainCountersOptions = {
  readonly pool: ChainPool | PoolClient
  readonly store: Store
  readonly clock?: Clock
  /** Called when a block cannot be counted, which leaves a gap. @default failures are not reported */
  readonly onFailure?: (error: unknown) => void
}

type BarsOptions = TimeSpan & {
  readonly interval: Interval
  /** @default false */
  readonly withAddresses?: boolean
  /** @default false */
  readonly withFirstSeen?: boolean
}

/** Counts the activity of one chain's blocks. */
export type ChainCounters = {
  /** Counts each new block from now on, until the returned function or `close` is called or the pool closes. */
  follow(): Unwatch
  /**
   * Counts missing blocks, newest first, within a budget.
   * @throws {AllProvidersFailedError} blocks counted before the failure are kept
   */
  backfill(options: CounterBackfillOptions): Promise<CounterBackfill>
  /**
   * Returns the bars of a time span and the part of it that is counted. `withFirstSeen` computes `newWallets` on
   * chains whose transactions have no nonce. It requires that every block from the first on is counted, and bars of a
   * day or longer.
   */
  bars(question: BarsOptions): Promise<CounterBars>
  /** Waits until all changes are stored. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Counts the activity of a chain's blocks: transactions, volume, distinct addresses, gas, new wallets. Each block is read once,
 * with its transactions. The store keeps sums by minute (8 days), 5 minutes (32), 15 minutes (96), hour (400) and day (forever).
 * Blocks are kept with their hashes until they are 128 deep, so that a reorganization can undo them. Each change is one
 * transaction, so a killed process leaves only counted blocks and gaps.
 *
 * @example
 * await using counters = createChainCounters({ pool, store })
 * counters.follow()
 * await counters.backfill({ fromTime: now - 86_400, maxBlocks: 1000 })
 * const { bars, coverage } = await counters.bars({ fromTime: now - 86_400, toTime: now, interval: '1h' })
 */
export function createChainCounters(options: ChainCountersOptions): ChainCounters {
  const { store, clock = systemClock, onFailure } = options
  const pool = toPool(options.pool)
  const { name, family } = pool.chain
  const now = () => Math.floor(clock.now() / 1000)
  const writer = createBlockWriter({ store, chain: name, read: (number, time) => read(pool, number, time), now })
  // Cosmos heights begin with 1.
  const first = family === 'cosmos' ? 1 : 0
  const control = new AbortController()
  /**
   * The newest block and its time. All blocks up to that time are seen. While heads are followed, all blocks up to
   * now are seen.
   */
  let seen: { readonly head: number; readonly time: number } | null = null
  let working: Promise<unknown> = Promise.resolve()
  let unwatch: Unwatch | undefined

  /** Runs one task after the other, so that the next task skips blocks that the previous one has read. */
  function inTurn<value>(work: () => Promise<value>): Promise<value> {
    const result = working.then(work)
    working = result.catch(() => {})
    return result
  }

  async function onHead(number: number, removed: boolean): Promise<void> {
    const head = removed ? number - 1 : number
    const { newest } = await writer.state()
    seen = { head, time: now() }
    await writer.drop(head)
    if (removed) return
    await writer.take([number], now())
    await writer.fillRecent(newest < 0 ? number : Math.max(number - mostMissed, Math.min(newest, number)), number)
  }

  function follow(): Unwatch {
    if (unwatch !== undefined) return unwatch
    const tell = (error: unknown) => void (control.signal.aborted || onFailure?.(error))
    inTurn(writer.dropLeft).catch(tell)
    const handle = ({ number, removed }: { readonly number: bigint; readonly removed: boolean }) =>
      void inTurn(() => onHead(Number(number), removed)).catch(tell)
    const stop = isEvm(pool) ? pool.watchHeads(handle) : watchBlocks(pool, handle)
    unwatch = () => {
      stop()
      unwatch = undefined
    }
    return unwatch
  }

  async function fill(wanted: CounterBackfillOptions): Promise<CounterBackfill> {
    const head = unwatch !== undefined && seen !== null ? seen.head : await readHead(pool)
    if (unwatch === undefined) await writer.dropLeft()
    seen = { head, time: now() }
    const signal = wanted.signal ? AbortSignal.any([wanted.signal, control.signal]) : control.signal
    return backfill(writer, { ...wanted, signal }, { head, first, now: now() })
  }

  const close = async () => {
    control.abort()
    unwatch?.()
    await working
  }

  return {
    follow,
    backfill: (wanted) => inTurn(() => fill(wanted)),
    async bars({ interval, withAddresses = false, withFirstSeen = false, ...span }) {
      const until = unwatch === undefined ? (seen?.time ?? 0) : now()
      const question = { interval, withAddresses, withFirstSeen, span, head: seen?.head ?? null, until, now: now() }
      return { chain: name, ...(await writer.read((draft, state) => readBars(draft, state, question))) }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

const read = (pool: ChainPool, number: number, nearTime: number) =>
  isEvm(pool) ? readEvmActivity(pool, number) : readFamilyActivity(pool, number, nearTime)

async function readHead(pool: ChainPool): Promise<number> {
  if (isEvm(pool)) return Number((await pool.send<string>({ method: 'eth_blockNumber', params: [] })).result)
  return Number((await getBlock(pool, { block: 'latest' })).asOf.block)
}
