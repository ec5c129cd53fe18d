import { createMicroBatch, type Emitter } from '@outrigger/core/internal'
import type { PoolSnapshot as BookSnapshot, PoolBookUpdate } from '@outrigger/defi/dex'
import type { MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { Terms } from '../detect/context.ts'
import type { Finding } from '../finding.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import type { MevDetectorEvents, MevPools } from './detectorTypes.ts'
import { toBest } from './evaluate.ts'
import { createFindingLog, type FindingLog } from './findingLog.ts'
import { createIdleQueue } from './idleQueue.ts'
import { createLull } from './lull.ts'
import { createPendingFindings, type PendingFindingsOptions } from './pendingFindings.ts'
import { requestPools } from './requestPools.ts'
import { createStateFindings } from './stateFindings.ts'

const maxFindings = 10_000
/** How often what stands is looked at again. */
const standingBlocks = 8n

export type LiveFindingsOptions = Pick<PendingFindingsOptions, 'maxPending' | 'toLiquidations' | 'effects'> & {
  readonly book: MevPools
  readonly watcher: Pick<MempoolWatcher, 'get' | 'nonceState'>
  readonly events: Emitter<MevDetectorEvents>
  readonly toTerms: (nextBaseFeePerGas: bigint) => Terms
  readonly toNextBaseFee: () => bigint
  /** Those of the findings that may be reported; `entry` is what they rest on, null for the state alone. */
  readonly admit: (findings: readonly Finding[], entry: MempoolTransaction | null) => readonly Finding[]
  readonly signal: AbortSignal
}

/** The findings of the moment: what the latest block and the pending transactions give. */
export type LiveFindings = {
  /** Looks at a transaction when those that came with it have come, or when one of them is asked for. */
  look(entry: MempoolTransaction): void
  find(entry: MempoolTransaction): Finding | null
  /** Computes a transaction's findings anew. */
  refresh(entry: MempoolTransaction): void
  /** Looks once more for what the state makes possible through some pools. */
  lookAgain(pools: readonly Hex[]): void
  end(hash: Hex): void
  /** The pools at a block. */
  onBlock(update: PoolBookUpdate): void
  /** What is pending is what that block has left. */
  onPendingBlock(): void
  /** Findings from elsewhere. */
  tell(findings: readonly Finding[]): void
  drop(ids: readonly string[], by: 'block' | 'transaction'): void
  list(): readonly Finding[]
  /** Those that rest on no pending transaction. */
  ofState(): readonly Finding[]
  snapshot(): BookSnapshot
  terms(): Terms
}

export function createLiveFindings(options: LiveFindingsOptions): LiveFindings {
  const { book, watcher, events, maxPending, toTerms, toNextBaseFee, toLiquidations, effects, admit, signal } = options
  const log = createFindingLog(maxFindings)
  let terms = toTerms(toNextBaseFee())
  let snapshot: BookSnapshot = book.snapshot()
  /** On which pending transactions are played: those of its block are not among them. */
  let ofPending: PoolSnapshot = snapshot
  for (const pool of book.snapshot().values()) terms.graph.update(pool)

  const { tell, drop } = createAnnouncer(log, events)
  const lull = createLull()

  const pending = createPendingFindings({
    maxPending,
    watcher,
    toLiquidations,
    effects,
    admit,
    onFindings: (_, findings) => tell(findings),
    toSnapshot: () => ofPending,
    toTerms: () => terms,
    onDeferred: (hash) => reviews.add([hash]),
    onUnknown: (entry) => requestPools(book, entry),
  })

  const state = createStateFindings({
    lull,
    signal,
    toSnapshot: () => snapshot,
    toTerms: () => terms,
    onFindings(found, pools) {
      const admitted = admit(found, null)
      drop(toIds(toGone(log.through(pools), admitted)), 'block')
      tell(admitted)
    },
  })

  /** What a transaction gave before and gives no more. */
  function review(hash: Hex): void {
    const entry = watcher.get(hash)
    const still = new Set(entry === null ? [] : pending.evaluate(entry).map(({ id }) => id))
    const own = log.of(hash).filter((finding) => !isFromElsewhere(finding, hash))
    drop(toIds(own.filter(({ id }) => !still.has(id))), 'block')
  }

  /** One at a time and in quiet moments: new transactions come in bursts, just after a block. */
  const reviews = createIdleQueue<Hex>({ lull, signal, work: (hashes) => hashes.forEach(review) })
  const looks = createMicroBatch<MempoolTransaction>(find)

  function find(entry: MempoolTransaction): Finding | null {
    lull.note()
    // Those before it are its rivals.
    looks.flush()
    return toBest([...pending.evaluateBest(entry), ...toElsewhere(log, entry.transaction.hash)])
  }

  return {
    tell,
    drop,
    find,
    look: looks.add,
    ofState: log.ofState,
    snapshot: () => snapshot,
    terms: () => terms,
    list() {
      looks.flush()
      doSome(pending.deferred(), review)
      return log.list()
    },
    refresh(entry) {
      pending.forget(entry.transaction.hash)
      review(entry.transaction.hash)
    },
    lookAgain: state.look,
    end(hash) {
      pending.end(hash)
      drop(log.idsOf(hash), 'transaction')
    },
    onBlock(update) {
      const changed = takeIn(update.snapshot, snapshot, terms)
      // A book that resumes has all its pools at once: only those with logs are new.
      const isFirst = snapshot.block === null
      snapshot = update.snapshot
      terms = toTerms(toNextBaseFee())
      state.look(isFirst ? update.touched : [...changed, ...toStanding(log, update.number)])
    },
    onPendingBlock() {
      ofPending = snapshot
      terms = toTerms(toNextBaseFee())
      pending.reset()
      reviews.add(log.transactions())
    },
  }
}

/** Of work that quiet moments do otherwise, a call does so many pieces, and more of them for so long. */
const [leastPieces, mostMs] = [16, 25]

function doSome<piece>(pieces: readonly piece[], work: (piece: piece) => void): void {
  const until = performance.now() + mostMs
  for (const [index, piece] of pieces.entries()) if (index < leastPieces || performance.now() < until) work(piece)
}

/** What listeners hear: each finding that is new, and each that ends. */
function createAnnouncer(log: FindingLog, events: Emitter<MevDetectorEvents>) {
  return {
    /** Reported after what they are about: the transaction, or the block. */
    tell(findings: readonly Finding[]): void {
      const news = findings.filter((finding) => log.note(finding))
      if (!events.hears('opportunity')) return
      for (const finding of news) queueMicrotask(() => events.emit('opportunity', finding))
    },
    drop(ids: readonly string[], by: 'block' | 'transaction'): void {
      for (const id of ids) if (log.remove(id)) events.emit('gone', { id, by })
    },
  }
}

const toIds = (findings: readonly Finding[]) => findings.map(({ id }) => id)

/** Found by the scanner's looks or by simulations, not by playing the transaction. */
function isFromElsewhere({ type, id }: Finding, hash: Hex): boolean {
  return type === 'frontrun' || (type === 'liquidation' && !id.endsWith(hash))
}

const toElsewhere = (log: FindingLog, hash: Hex) => log.of(hash).filter((one) => isFromElsewhere(one, hash))

/** Pools of the state's findings every now and then: their tokens may have changed their terms, which no log tells. */
function toStanding(log: FindingLog, blockNumber: bigint): readonly Hex[] {
  if (blockNumber % standingBlocks !== 0n) return []
  return log.ofState().flatMap(({ swaps }) => swaps.flatMap(({ hops }) => hops.map(({ pool }) => pool)))
}

/** Arbitrages of the state that are none any more. What no log has touched stands as it was. */
function toGone(present: readonly Finding[], found: readonly Finding[]): readonly Finding[] {
  const still = new Set(toIds(found))
  return present.filter((one) => one.type === 'arbitrage' && !still.has(one.id))
}

/**
 * Brings the graph from one block to another.
 *
 * @returns the pools that have changed, also those that only a block which has left the chain had touched
 */
function takeIn(after: BookSnapshot, before: BookSnapshot, { graph }: Terms): readonly Hex[] {
  const changes = after.changesSince(before)
  for (const [id, pool] of changes) {
    if (pool === null) graph.remove(id)
    else graph.update(pool)
  }
  return [...changes.keys()]
}
