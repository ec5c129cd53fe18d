import { setImmediate as nextTurn } from 'node:timers/promises'
import { allProtocols } from '@outrigger/calldata/archive'
import { type Head, OutriggerError, type ProviderPool, type Store, sleep } from '@outrigger/core'
import { createPastPool, type PastPool } from '@outrigger/core/internal'
import { createPoolBook, type PoolBook, type PoolBookStatus } from '@outrigger/defi/dex'
import { createMempoolWatcher, type MempoolWatcher } from '@outrigger/mempool'
import { type Hex, numberToHex, zeroAddress } from 'viem'
import { createMevDetector } from '../createMevDetector.ts'
import type { DetectorEvent } from '../detector/events.ts'
import { type DetectorSettings, toSettings } from '../detector/toTerms.ts'
import type { MevReplay } from './createMevReplay.ts'
import { createRecorder } from './createRecorder.ts'

/** A transaction of a recorded mempool, and when it was pending. */
export type RecordedPending = {
  /** In JSON-RPC form. */
  readonly transaction: Readonly<Record<string, unknown>> & { readonly hash: Hex }
  /** Time of the first sighting, Unix ms, or the block before which it is shown. */
  readonly seen: { readonly atMs: number } | { readonly beforeBlock: bigint }
}

export type MempoolReplayOptions = {
  /** A pool whose providers have the states of the replayed blocks. */
  readonly archive: ProviderPool
  /** In the order of their times or blocks. A late transaction is shown at once. */
  readonly transactions: AsyncIterable<RecordedPending>
  readonly settings?: Partial<DetectorSettings>
  /** Time from the timestamp of a block until it reaches a node, in ms. @default a sixth of the block time */
  readonly blockDelayMs?: number
  /** Stores the pools that a search of the factories' logs finds, so that a later replay need not search. @default memory */
  readonly store?: Store
  /** Receives the lines of a recording for `createMevReplay`, which needs no archive. */
  readonly record?: (line: string) => void
  /** Called while the pools are searched, before the replay begins. */
  readonly onProgress?: (status: PoolBookStatus) => void
  /** Called for each transaction that is shown too late, because a block after it was already played. */
  readonly onLate?: () => void
  readonly signal: AbortSignal
}

/** The mempool has no transaction, or the providers lack a block of its time. */
export class UnplayableMempoolError extends OutriggerError {
  readonly code = 'UNPLAYABLE_MEMPOOL'
}

/** Without requests and events for this long, the detector has finished its work on a block. */
const quietMs = 50
/** Blocks after the last transaction, so that its findings can be scored. */
const blocksAfter = 3
/** Transactions per turn of the event loop. */
const burst = 64
/** The latest time of a `Date`. */
const maxDateMs = 8.64e15

const toTimeMs = ({ timestamp }: Pick<Head, 'timestamp'>) => Number(timestamp) * 1_000

/**
 * Plays a mempool that others recorded through a detector, with the pools and blocks of an archive. Blocks and transactions arrive in
 * their recorded order. The next one waits until the detector has finished, however long the archive takes.
 *
 * @throws {UnplayableMempoolError}
 * @throws {AllProvidersFailedError}
 * @example
 * await using replay = await createMempoolReplay({ archive, transactions, signal })
 * replay.detector.on('found', ({ type, estimatedProfit }) => consider(type, estimatedProfit))
 * await replay.run()
 */
export async function createMempoolReplay(options: MempoolReplayOptions): Promise<MevReplay & AsyncDisposable> {
  const { archive, signal } = options
  const { blockDelayMs = Math.round(archive.chain.blockTimeMs / 6), onLate = () => {} } = options
  const transactions = options.transactions[Symbol.asyncIterator]()
  const first = await transactions.next()
  if (first.done) throw new UnplayableMempoolError('The file has no transaction to replay.')
  const past = await createPastPool(archive, await findStart(archive, first.value, blockDelayMs))
  await checkState(past)
  const timeline = createTimeline(past)
  const lifetime = new AbortController()
  const close = async () => lifetime.abort()
  try {
    const running = { ...options, signal: AbortSignal.any([signal, lifetime.signal]) }
    const { watcher, book, detector, settings, recorder } = await openDetector(past, timeline, running)
    const run: MevReplay['run'] = async ({ afterBlock = async () => {}, signal: stop = signal } = {}) => {
      const summary = await play(
        { past, timeline, transactions, blockDelayMs, onLate, afterBlock, signal: stop },
        first.value,
      )
      recorder.close()
      return summary
    }
    const parts = { settings, detector, watcher, book, pool: past, clock: timeline.clock, run }
    return { chain: archive.chain, ...parts, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

type Opened = Pick<MempoolReplayOptions, 'settings' | 'store' | 'record' | 'onProgress' | 'signal'>

/** Opens a detector at the past block, once the pools are found. Its parts close when the signal aborts. */
async function openDetector(past: PastPool, timeline: Timeline, options: Opened) {
  const { store, record = () => {}, onProgress, signal } = options
  const settings = toSettings(options.settings ?? {})
  const watcher = createMempoolWatcher({ pool: past, protocols: allProtocols, signal })
  const optional = { ...(store && { store }), ...(onProgress && { onProgress }) }
  const book = createPoolBook({ pool: past, logsFrom: 'receipts', signal, ...optional })
  timeline.follow({ watcher, book })
  await Promise.race([book.ready, untilAborted(signal)])
  await timeline.settle(signal)
  const recorder = createRecorder({ watcher, book, pool: past, clock: timeline.clock, write: record })
  function event(one: DetectorEvent): void {
    timeline.note()
    recorder.event(one)
  }
  const watched = { start: recorder.start, event }
  const detector = createMevDetector({ pool: past, watcher, book, signal, ...settings, recorder: watched })
  return { watcher, book, detector, settings, recorder }
}

type Playing = {
  readonly past: PastPool
  readonly timeline: Timeline
  readonly transactions: AsyncIterator<RecordedPending>
  readonly blockDelayMs: number
  readonly onLate: () => void
  readonly afterBlock: () => Promise<void>
  readonly signal: AbortSignal
}

async function play(
  { past, timeline, transactions, blockDelayMs, onLate, afterBlock, signal }: Playing,
  first: RecordedPending,
) {
  const from = timeline.clock.now()
  const count = { blocks: 0, transactions: 0 }
  async function advance(): Promise<boolean> {
    await timeline.settle(signal)
    const head = await past.advance()
    if (head === null) return false
    count.blocks += 1
    timeline.set(toTimeMs(head))
    await timeline.settle(signal)
    await afterBlock()
    return true
  }
  let next: IteratorResult<RecordedPending, unknown> = { value: first }
  for (; !next.done; next = await transactions.next()) {
    while ((await isLater(past, next.value, blockDelayMs)) && (await advance()));
    if (isEarlier(past, next.value, blockDelayMs)) onLate()
    show(past, next.value, timeline)
    count.transactions += 1
    if (count.transactions % burst === 0) await nextTurn()
  }
  for (let after = 0; after < blocksAfter && (await advance()); after += 1);
  return { ...count, durationMs: timeline.clock.now() - from, isComplete: true, skipped: [] }
}

/** The recorded time, and whether work of the current moment remains. */
function createTimeline(past: PastPool) {
  let nowMs = toTimeMs(past.head())
  let notedMs = performance.now()
  let [watched, tracked]: (bigint | null)[] = [null, null]
  /** False while a block is read, also if the archive fails meanwhile. */
  const isCurrent = () => watched === past.head().number && tracked === past.head().number
  return {
    clock: { now: () => nowMs },
    set(atMs: number) {
      nowMs = Math.max(nowMs, atMs)
    },
    note() {
      notedMs = performance.now()
    },
    follow({ watcher, book }: { readonly watcher: Pick<MempoolWatcher, 'on'>; readonly book: Pick<PoolBook, 'on'> }) {
      watcher.on('block', ({ number }) => {
        watched = number
      })
      book.on('block', ({ number }) => {
        tracked = number
      })
    },
    async settle(signal: AbortSignal): Promise<void> {
      for (;;) {
        signal.throwIfAborted()
        const { running, lastMs } = past.activity()
        const idleMs = performance.now() - Math.max(lastMs, notedMs)
        if (isCurrent() && running === 0 && idleMs >= quietMs) return
        await sleep(Math.max(1, Math.min(quietMs, quietMs - idleMs)), signal)
      }
    },
  }
}

type Timeline = ReturnType<typeof createTimeline>

/** Whether a transaction was first seen after the next block. */
async function isLater(past: PastPool, { seen }: RecordedPending, blockDelayMs: number): Promise<boolean> {
  if ('beforeBlock' in seen) return past.head().number < seen.beforeBlock - 1n
  const next = await past.peekNext()
  return next !== null && toTimeMs(next) + blockDelayMs <= seen.atMs
}

/** Whether a transaction was first seen before the current block. */
function isEarlier(past: PastPool, { seen }: RecordedPending, blockDelayMs: number): boolean {
  if ('beforeBlock' in seen) return seen.beforeBlock <= past.head().number
  return seen.atMs < toTimeMs(past.head()) + blockDelayMs
}

function show(past: PastPool, { transaction, seen }: RecordedPending, timeline: Timeline): void {
  const atMs = 'atMs' in seen ? seen.atMs : timeline.clock.now()
  timeline.set(atMs)
  timeline.note()
  past.showPending(transaction, atMs)
}

/** Returns the block that was the latest when the transaction was first seen. */
async function findStart(archive: ProviderPool, { seen }: RecordedPending, blockDelayMs: number): Promise<bigint> {
  if ('beforeBlock' in seen) return seen.beforeBlock > 0n ? seen.beforeBlock - 1n : 0n
  const isBefore = async (block: bigint) => (await readTimeMs(archive, block)) + blockDelayMs <= seen.atMs
  const { result } = await archive.send<Hex>({ method: 'eth_blockNumber' })
  const last = BigInt(result)
  const [isOld, isNew] = [!(await isBefore(0n)), await isBefore(last)]
  if (isOld || isNew)
    throw new UnplayableMempoolError(toWrongTime(seen.atMs, isOld ? 'before the first' : 'after the last'))
  let [low, high] = [0n, last]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (await isBefore(middle)) low = middle
    else high = middle - 1n
  }
  return low
}

function toWrongTime(atMs: number, when: string): string {
  const time = Math.abs(atMs) > maxDateMs ? String(atMs) : new Date(atMs).toISOString()
  return `The first transaction was seen at ${time}, ${when} block of the chain. Give its time as Unix milliseconds.`
}

/** @throws {UnplayableMempoolError} no provider has the state of the block */
async function checkState(past: PastPool): Promise<void> {
  const request = { method: 'eth_getBalance', params: [zeroAddress, 'latest'] }
  await past.send(request).catch((cause: Error) => {
    const { number } = past.head()
    throw new UnplayableMempoolError(
      `The state of block ${number} cannot be read (${cause.message}). Give an archive provider.`,
      { cause },
    )
  })
}

async function readTimeMs(archive: ProviderPool, block: bigint): Promise<number> {
  const request = { method: 'eth_getBlockByNumber', params: [numberToHex(block), false] }
  const { result } = await archive.send<{ readonly timestamp: Hex } | null>(request)
  if (result === null) throw new UnplayableMempoolError(`No provider has block ${block}. Give an archive provider.`)
  return Number(result.timestamp) * 1_000
}

async function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  })
}
