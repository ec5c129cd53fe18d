import { createMicroBatch, type Emitter } from '@outrigger/core/internal'
import type { PoolSnapshot as BookSnapshot, PoolBookUpdate } from '@outrigger/defi/dex'
import type { MempoolTransaction, MempoolWatcher, MevAnnotator } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { Terms } from '../detect/context.ts'
import { type Finding, toMevOpportunity } from '../finding.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import type { GoneReason, MevDetectorEvents, MevPools } from './detectorTypes.ts'
import { toBest } from './evaluate.ts'
import { createFindingLog, type FindingLog } from './findingLog.ts'
import { createIdleQueue } from './idleQueue.ts'
import { createLull } from './lull.ts'
import { createPendingFindings, type PendingFindingsOptions } from './pendingFindings.ts'
import { requestPools } from './requestPools.ts'
import { createStateFindings } from './stateFindings.ts'

const maxFindings = 10_000
/** Interval in blocks for checking the pools of state findings again. */
const standingBlocks = 8n

export type LiveFindingsOptions = Pick<PendingFindingsOptions, 'maxPending' | 'toLiquidations' | 'effects'> & {
  readonly book: MevPools
  readonly watcher: Pick<MempoolWatcher, 'get' | 'nonceState'>
  readonly annotator: Pick<MevAnnotator, 'set'>
  readonly events: Emitter<MevDetectorEvents>
  readonly toTerms: (nextBaseFeePerGas: bigint) => Terms
  readonly toNextBaseFee: () => bigint
  /** Returns the findings that may be reported. `entry` is the transaction that they depend on, or null for state findings. */
  readonly admit: (findings: readonly Finding[], entry: MempoolTransaction | null) => readonly Finding[]
  readonly signal: AbortSignal
}

/** Computes and stores the current findings of the latest block and the pending transactions. */
export type LiveFindings = {
  /** Queues a transaction. The batch is evaluated when all of its transactions have arrived, or earlier on a query. */
  look(entry: MempoolTransaction): void
  find(entry: MempoolTransaction): Finding | null
  /** Recomputes the findings of a transaction. */
  refresh(entry: MempoolTransaction): void
  /** Recomputes the state findings through some pools. */
  lookAgain(pools: readonly Hex[]): void
  end(hash: Hex, reason: GoneReason): void
  /** Updates the pools to a new block. */
  onBlock(update: PoolBookUpdate): void
  /** Recomputes pending findings when the watcher has removed the block's transactions from the pending ones. */
  onPendingBlock(): void
  /** Reports findings of a scanner or a simulation. */
  report(findings: readonly Finding[]): void
  drop(ids: readonly string[], reason: GoneReason): void
  list(): readonly Finding[]
  /** Returns the findings without pending transactions. */
  ofState(): readonly Finding[]
  snapshot(): BookSnapshot
  terms(): Terms
}

export function createLiveFindings(options: LiveFindingsOptions): LiveFindings {
  const { book, watcher, annotator, events, maxPending, toTerms, toNextBaseFee } = options
  const { toLiquidations, effects, admit, signal } = options
  const { announce, announceGone } = createAnnouncer(events)
  const log = createFindingLog(maxFindings, (finding) => announceGone(finding, 'evicted'))
  let terms = toTerms(toNextBaseFee())
  let snapshot: BookSnapshot = book.snapshot()
  /** Pool state for playing pending transactions. The watcher has processed its block, so no mined transaction is played. */
  let ofPending: PoolSnapshot = snapshot
  /** Pools that have changed since the pending transactions were last queued for a review. */
  const changedSince = new Set<Hex>()
  for (const pool of book.snapshot().values()) terms.graph.update(pool)

  const lull = createLull()

  const pending = createPendingFindings({
    maxPending,
    watcher,
    toLiquidations,
    effects,
    admit,
    onFindings: (_, findings) => report(findings),
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
      drop(toIds(toGone(log.through(pools), admitted)), 'unprofitable')
      report(admitted)
    },
  })

  function report(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const news = log.note(finding)
      if (news !== null) announce(news, finding)
    }
    annotate(findings)
  }

  function drop(ids: readonly string[], reason: GoneReason): void {
    const dropped = ids.flatMap((id) => log.remove(id) ?? [])
    for (const finding of dropped) announceGone(finding, reason)
    annotate(dropped)
  }

  /** Sets the best finding of each transaction that some findings include. */
  function annotate(findings: readonly Finding[]): void {
    for (const hash of new Set(findings.flatMap(({ transactions }) => transactions))) setBest(hash)
  }

  function setBest(hash: Hex): void {
    const best = toBest(log.of(hash))
    annotator.set(hash, best && toMevOpportunity(best))
  }

  /** Evaluates a transaction completely, and drops those of its findings that no longer exist. */
  function review(hash: Hex): void {
    const entry = watcher.get(hash)
    const still = new Set(entry === null ? [] : pending.evaluate(entry).map(({ id }) => id))
    const own = log.of(hash).filter((finding) => !isFromElsewhere(finding, hash))
    drop(toIds(own.filter(({ id }) => !still.has(id))), 'unprofitable')
  }

  /** Reviews one transaction at a time during lulls, because new transactions arrive in bursts after a block. */
  const reviews = createIdleQueue<Hex>({ lull, signal, work: (hashes) => hashes.forEach(review) })
  const looks = createMicroBatch<MempoolTransaction>((entry) => {
    const { hash } = entry.transaction
    // A transaction with long paths is released when it has been reviewed or when its wait is over.
    if (evaluate(entry).isComplete && log.idsOf(hash).length === 0) annotator.set(hash, null)
  })

  function evaluate(entry: MempoolTransaction) {
    lull.note()
    return pending.evaluateBest(entry)
  }

  function find(entry: MempoolTransaction): Finding | null {
    // Earlier transactions of the batch must be evaluated first, because they may be rivals.
    looks.flush()
    evaluate(entry)
    return toBest(log.of(entry.transaction.hash))
  }

  return {
    report,
    drop,
    find,
    look: looks.add,
    ofState: log.ofState,
    snapshot: () => snapshot,
    terms: () => terms,
    list: log.list,
    refresh(entry) {
      pending.forget(entry.transaction.hash)
      review(entry.transaction.hash)
    },
    lookAgain: state.look,
    end(hash, reason) {
      pending.end(hash)
      drop(log.idsOf(hash), reason)
    },
    onBlock(update) {
      const changed = takeIn(update.snapshot, snapshot, terms)
      // A resumed book loads all pools with its first block. Only the pools with logs have changed.
      const isFirst = snapshot.block === null
      snapshot = update.snapshot
      for (const id of changed) changedSince.add(id)
      terms = toTerms(toNextBaseFee())
      state.look(isFirst ? update.touched : [...changed, ...toStanding(log, update.number)])
    },
    onPendingBlock() {
      ofPending = snapshot
      terms = toTerms(toNextBaseFee())
      pending.reset()
      reviews.add([...log.transactions(), ...pending.affectedBy([...changedSince])])
      changedSince.clear()
    },
  }
}

/** Emits events in the order of the calls, after the transaction or block that they refer to. */
function createAnnouncer(events: Emitter<MevDetectorEvents>) {
  return {
    announce(news: 'found' | 'changed', finding: Finding): void {
      if (events.hears(news)) queueMicrotask(() => events.emit(news, finding))
    },
    announceGone(finding: Finding, reason: GoneReason): void {
      if (events.hears('gone')) queueMicrotask(() => events.emit('gone', { finding, reason }))
    },
  }
}

const toIds = (findings: readonly Finding[]) => findings.map(({ id }) => id)

/** Returns whether a finding comes from a scanner or a simulation, not from playing the transaction. */
function isFromElsewhere({ type, id }: Finding, hash: Hex): boolean {
  return type === 'frontrun' || (type === 'liquidation' && !id.endsWith(hash))
}

/** Returns the pools of state findings in every eighth block. Their tokens may have changed their behavior without a log. */
function toStanding(log: FindingLog, blockNumber: bigint): readonly Hex[] {
  if (blockNumber % standingBlocks !== 0n) return []
  return log.ofState().flatMap(({ swaps }) => swaps.flatMap(({ hops }) => hops.map(({ pool }) => pool)))
}

/** Returns the state arbitrages that no longer pay. Pools without new logs are unchanged, so their findings still apply. */
function toGone(present: readonly Finding[], found: readonly Finding[]): readonly Finding[] {
  const still = new Set(toIds(found))
  return present.filter((one) => one.type === 'arbitrage' && !still.has(one.id))
}

/**
 * Updates the graph from one block to another.
 *
 * @returns the pools that have changed, including pools whose changes a reorg has reverted
 */
function takeIn(after: BookSnapshot, before: BookSnapshot, { graph }: Terms): readonly Hex[] {
  const changes = after.changesSince(before)
  for (const [id, pool] of changes) {
    if (pool === null) graph.remove(id)
    else graph.update(pool)
  }
  return [...changes.keys()]
}
