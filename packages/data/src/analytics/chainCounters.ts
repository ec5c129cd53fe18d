import type { Clock, Store, Unwatch } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import { type ChainPool, getBlock, isEvm } from '../questions.ts'
import { watchBlocks } from '../watch/watchBlocks.ts'
import { backfill, type CounterBackfill, type CounterBackfillOptions } from './backfill.ts'
import { createBlockWriter } from './blockWriter.ts'
import type { Interval } from './compute/intervals.ts'
import { readEvmActivity } from './count/readEvm.ts'
import { readFamilyActivity } from './count/readFamily.ts'
import type { CounterBars, TimeSpan } from './counterTypes.ts'
import { readBars } from './readBars.ts'

/** After a longer pause what was missed is left to `backfill`. */
const mostMissed = 256

export type ChainCountersOptions = {
  readonly pool: ChainPool
  readonly store: Store
  readonly clock?: Clock
  /** A block that could not be counted; it is a gap then. @default nothing is said */
  readonly onFailure?: (error: unknown) => void
}

type BarsOptions = TimeSpan & {
  readonly interval: Interval
  /** @default false */
  readonly withAddresses?: boolean
  /** @default false */
  readonly withFirstSeen?: boolean
}

/** Counters of one chain's blocks. */
export type ChainCounters = {
  /** Counts each new block from now on; ends with what it returns, with `close` and with the pool. */
  follow(): Unwatch
  /**
   * Counts what is missing, newest first, within a budget.
   * @throws {AllProvidersFailedError} what was counted before is kept
   */
  backfill(options: CounterBackfillOptions): Promise<CounterBackfill>
  /**
   * Bars of a stretch of time, with how much of it is counted. `withFirstSeen` fills in `newWallets` of chains whose
   * transactions carry no nonce, where every block from the first on is counted; it takes bars of a day or longer.
   */
  bars(question: BarsOptions): Promise<CounterBars>
  /** Ends once all is written. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Counts what happens in a chain's blocks: transactions, volume, distinct addresses, gas, new wallets. Each block is read
 * once, with its transactions; sums are kept in the store by minute (8 days), 5 minutes (32), 15 minutes (96), hour (400) and
 * day (for good). Blocks are kept by their hashes until they are 128 deep: one that a reorganisation undoes is taken out
 * again. Each change is written at once or not at all, so that a killed process leaves counted blocks and gaps, and no other.
 *
 * @example
 * await using counters = createChainCounters({ pool, store })
 * counters.follow()
 * await counters.backfill({ fromTime: now - 86_400, maxBlocks: 1000 })
 * const { bars, coverage } = await counters.bars({ fromTime: now - 86_400, toTime: now, interval: '1h' })
 */
export function createChainCounters(options: ChainCountersOptions): ChainCounters {
  const { pool, store, clock = systemClock, onFailure } = options
  const { name, family } = pool.chain
  const now = () => Math.floor(clock.now() / 1000)
  const writer = createBlockWriter({ store, chain: name, read: (number, time) => read(pool, number, time), now })
  // Heights of Cosmos begin with 1.
  const first = family === 'cosmos' ? 1 : 0
  const control = new AbortController()
  /** The newest block, and when it was: until then, or until now while heads are followed. */
  let seen: { readonly head: number; readonly time: number } | null = null
  let working: Promise<unknown> = Promise.resolve()
  let unwatch: Unwatch | undefined

  /** One after the other: what one has read the next need not. */
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
