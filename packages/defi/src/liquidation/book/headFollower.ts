import type { Head, ProviderPool } from '@outrigger/core'
import { createHeadLoop, type HeadLoop, idleMs } from '../../follow/headLoop.ts'
import { createHeadQueue } from '../../follow/headQueue.ts'
import { createHeadReader } from '../../follow/headReader.ts'
import { valueMarkets } from '../../lending/prices.ts'
import { type AffectedAccounts, getAffectedAccounts } from './affectedAccounts.ts'
import type { UpdatableBook } from './book.ts'
import type { BookBlock, BooksOptions } from './bookTypes.ts'
import type { DeploymentTracker } from './deploymentTracker.ts'

const parallelBlocks = 4

export type HeadFollowerOptions = Pick<BooksOptions, 'onReader'> & {
  readonly pool: ProviderPool
  readonly books: readonly UpdatableBook[]
  readonly signal: AbortSignal
  readonly onBlock: (block: BookBlock) => void
  /** Called when the state of a book may have changed. */
  readonly onChange: () => void
}

/** Updates books with the heads of a pool. */
export function createHeadFollower(options: HeadFollowerOptions): HeadLoop {
  const { pool, books, signal, onBlock, onChange } = options
  const trackers = books.flatMap((book) => book.trackers)
  const heads = createHeadQueue<AffectedAccounts>()

  function onHead(head: Head): boolean {
    const change = heads.see(head)
    if (change.kind === 'removed') {
      markAffected(change.reading ?? [])
      for (const tracker of trackers) tracker.compareAll()
      restartFrom(trackers, head.number)
    }
    if (change.kind !== 'added') return false
    if (change.isGap) for (const tracker of trackers) tracker.restart()
    return true
  }

  /** Marks the accounts that a block has changed, unless the block has left the chain. */
  async function readLogs(head: Head): Promise<void> {
    if (!heads.isUnread(head)) return
    const affected = await getAffectedAccounts(pool, head, trackers, signal)
    markAffected(affected)
    heads.finish(head, affected)
  }

  return createHeadLoop({
    pool,
    signal,
    hasBegun: () => heads.hasBegun,
    onHead,
    async round({ untilDone }) {
      // Heads that arrive meanwhile wait for the next round, because accounts that a later block changed must be read at it.
      const [next, unread] = [heads.tip, [...heads.unread]]
      while (unread.length > 0)
        await Promise.all(unread.splice(0, parallelBlocks).map((head) => untilDone(() => readLogs(head))))
      if (next !== null && heads.isPresent(next)) {
        const block = await readState(next, options, () => heads.isPresent(next))
        if (block !== null) onBlock(block)
      }
      for (const book of books) book.advance()
    },
    computeRestMs: () => computeRestMs(trackers, heads.tip),
    onChange,
  })
}

/** Reads the due trackers at one head, with one call per round of reads. Returns null if nothing was read. */
async function readState(
  head: Head,
  { pool, books, signal, onReader }: HeadFollowerOptions,
  isPresent: () => boolean,
): Promise<BookBlock | null> {
  const trackers = books.flatMap((book) => book.trackers)
  const due = trackers.filter((tracker) => tracker.dueInMs(head) === 0)
  if (due.length === 0) return null
  const reader = await createHeadReader(pool, head, signal)
  onReader?.(reader)
  const readings = await Promise.all(due.map((tracker) => tracker.read(reader, head)))
  if (!isPresent()) restartFrom(trackers, head.number)
  if (signal.aborted || readings.every((reading) => reading === null)) return null
  for (const book of books) book.prove()
  revalue(trackers)
  const { number, hash, timestamp, header } = head
  const markets = trackers.flatMap((tracker) => (tracker.head === head ? [...tracker.markets.values()] : []))
  return {
    number,
    hash,
    timestamp,
    header,
    reader,
    markets,
    readAccounts: readings.flatMap((reading) => reading ?? []),
  }
}

function markAffected(affected: AffectedAccounts): void {
  for (const { tracker, market, accounts } of affected) tracker.mark(market, accounts)
}

/** Restarts trackers whose search or first read may include removed blocks. */
function restartFrom(trackers: readonly DeploymentTracker[], removed: bigint): void {
  for (const tracker of trackers) if (tracker.since !== null && tracker.since >= removed) tracker.restart()
}

/** Values all markets in dollars. Some depend on the prices of other markets. */
function revalue(trackers: readonly DeploymentTracker[]): void {
  const owners = trackers.flatMap((tracker) => [...tracker.markets.values()].map(({ market }) => ({ tracker, market })))
  const valued = valueMarkets(owners.map(({ market }) => market))
  for (const [index, market] of valued.entries()) owners[index]?.tracker.revalue(market)
}

/** Returns the time in milliseconds until a tracker is due, if no head arrives. */
function computeRestMs(trackers: readonly DeploymentTracker[], head: Head | null): number {
  if (head === null) return idleMs
  return Math.min(idleMs, ...trackers.map((tracker) => tracker.dueInMs(head) ?? idleMs))
}
