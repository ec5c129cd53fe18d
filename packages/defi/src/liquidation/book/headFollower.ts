import type { Head, ProviderPool } from '@outrigger/core'
import { retry } from '@outrigger/core/internal'
import { createHeadQueue } from '../../follow/headQueue.ts'
import { createHeadReader, getLatestHead } from '../../follow/headReader.ts'
import { createWakeup } from '../../follow/wakeup.ts'
import { valueMarkets } from '../../market/prices.ts'
import { type AffectedAccounts, getAffectedAccounts } from './affectedAccounts.ts'
import type { KeptBook } from './book.ts'
import type { BookBlock, BooksOptions } from './bookTypes.ts'
import type { DeploymentTracker } from './deploymentTracker.ts'

const parallelBlocks = 4
const retryDelays = { minDelayMs: 50, maxDelayMs: 1_000 }
const idleMs = 60_000

export type HeadFollowerOptions = Pick<BooksOptions, 'onReader'> & {
  readonly pool: ProviderPool
  readonly books: readonly KeptBook[]
  readonly signal: AbortSignal
  readonly onBlock: (block: BookBlock) => void
  /** The state of a book may have changed. */
  readonly onChange: () => void
}

/** Keeps books up to date with the heads of a pool. */
export type HeadFollower = {
  /** Why the logs of a head could not be read, until they are. */
  readonly trouble: string | null
  /** Somebody is to be read, or a search has come further. */
  wake(): void
  /** Resolves after the signal has aborted. */
  readonly ended: Promise<void>
}

export function createHeadFollower(options: HeadFollowerOptions): HeadFollower {
  const { pool, books, signal, onBlock, onChange } = options
  const trackers = books.flatMap((book) => book.trackers)
  const heads = createHeadQueue<AffectedAccounts>()
  const wakeup = createWakeup(signal)
  let trouble: string | null = null

  function onHead(head: Head): void {
    const change = heads.see(head)
    if (change.kind === 'removed') {
      markAffected(change.reading ?? [])
      for (const tracker of trackers) tracker.compareAll()
      restartFrom(trackers, head.number)
    }
    if (change.kind !== 'added') return
    if (change.isGap) for (const tracker of trackers) tracker.restart()
    wakeup.wake()
  }

  /** Runs it until it succeeds. @throws only when the signal aborts */
  const untilDone = (step: () => Promise<void>) =>
    retry(
      () =>
        step().catch((error: Error) => {
          trouble = error.message
          onChange()
          throw error
        }),
      { ...retryDelays, signal },
    )

  /** The pool tells of the present head only whoever watches first. */
  async function begin(): Promise<void> {
    const head = heads.hasBegun ? null : await getLatestHead(pool, signal)
    if (head !== null && !heads.hasBegun) onHead(head)
    trouble = null
  }

  /** Marks whose accounts a block has changed, unless the block has left the chain. */
  async function readLogs(head: Head): Promise<void> {
    if (!heads.isUnread(head)) return
    const affected = await getAffectedAccounts(pool, head, trackers, signal)
    markAffected(affected)
    heads.finish(head, affected)
    trouble = null
  }

  async function follow(): Promise<void> {
    await untilDone(begin)
    while (!signal.aborted) {
      wakeup.reset()
      // What comes meanwhile waits for the next round: an account that a later block touched must be read at that one.
      const [next, unread] = [heads.tip, [...heads.unread]]
      while (unread.length > 0)
        await Promise.all(unread.splice(0, parallelBlocks).map((head) => untilDone(() => readLogs(head))))
      if (next !== null && heads.isPresent(next)) {
        const block = await readState(next, options, () => heads.isPresent(next))
        if (block !== null) onBlock(block)
      }
      for (const book of books) book.advance()
      onChange()
      await wakeup.sleep(computeRestMs(trackers, heads.tip))
    }
  }

  const unwatch = pool.watchHeads(onHead)
  signal.addEventListener('abort', unwatch, { once: true })
  const ended = follow().catch((error) => {
    if (!signal.aborted) throw error
  })
  return {
    get trouble() {
      return trouble
    },
    wake: wakeup.wake,
    ended,
  }
}

/** Reads what is due at one head, in as few calls as there are rounds of questions; null where nothing was. */
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

/** What was found up to a removed block, or read before logs told of changes, may be of the branch that was left. */
function restartFrom(trackers: readonly DeploymentTracker[], removed: bigint): void {
  for (const tracker of trackers) if (tracker.since !== null && tracker.since >= removed) tracker.restart()
}

/** Values all markets with each other's prices: some know what their unit is worth in dollars only by others. */
function revalue(trackers: readonly DeploymentTracker[]): void {
  const owners = trackers.flatMap((tracker) => [...tracker.markets.values()].map(({ market }) => ({ tracker, market })))
  const valued = valueMarkets(owners.map(({ market }) => market))
  for (const [index, market] of valued.entries()) owners[index]?.tracker.revalue(market)
}

/** How long nothing is to be read, if no head comes. */
function computeRestMs(trackers: readonly DeploymentTracker[], head: Head | null): number {
  if (head === null) return idleMs
  return Math.min(idleMs, ...trackers.map((tracker) => tracker.dueInMs(head) ?? idleMs))
}
