import { setImmediate } from 'node:timers/promises'
import type { Emitter } from '@outrigger/core/internal'
import type { PoolBookUpdate } from '@outrigger/defi'
import type { MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { Terms } from '../detect/context.ts'
import type { Finding } from '../finding.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import type { MevDetectorEvents, MevPools } from './detectorTypes.ts'
import { evaluateState } from './evaluate.ts'
import { createFindingLog } from './findingLog.ts'
import { createPendingFindings, type PendingFindings } from './pendingFindings.ts'
import { wantPools } from './wantPools.ts'

const maxFindings = 10_000
/** Most pools of a block whose cycles are looked for at once. */
const maxTouched = 256

export type LiveFindingsOptions = {
  readonly book: MevPools
  readonly watcher: Pick<MempoolWatcher, 'get' | 'stats'>
  readonly events: Emitter<MevDetectorEvents>
  readonly maxPending: number
  readonly toTerms: (nextBaseFeePerGas: bigint) => Terms
  /** Told of the findings of a transaction each time they are computed. */
  readonly onFindings: (entry: MempoolTransaction, findings: readonly Finding[]) => void
  readonly signal: AbortSignal
}

/** The findings of the moment: what the latest block and the pending transactions give. */
export type LiveFindings = Pick<PendingFindings, 'resume' | 'markQueued'> & {
  find(entry: MempoolTransaction): Finding | null
  /** Computes a transaction's findings anew. */
  refresh(entry: MempoolTransaction): void
  end(hash: Hex): void
  onBlock(update: PoolBookUpdate): void
  /** Findings from elsewhere. */
  tell(findings: readonly Finding[]): void
  drop(ids: readonly string[], by: 'block' | 'transaction'): void
  list(): readonly Finding[]
  snapshot(): PoolSnapshot
  terms(): Terms
}

export function createLiveFindings(options: LiveFindingsOptions): LiveFindings {
  const { book, watcher, events, maxPending, toTerms, onFindings, signal } = options
  const log = createFindingLog(maxFindings)
  let terms = toTerms(0n)
  let snapshot: PoolSnapshot = book.snapshot()
  for (const pool of book.snapshot().values()) terms.graph.update(pool)

  /** Told after what they are about: the transaction, or the block. */
  function tell(findings: readonly Finding[]): void {
    const news = findings.filter((finding) => log.note(finding))
    for (const finding of news) queueMicrotask(() => events.emit('opportunity', finding))
  }
  function drop(ids: readonly string[], by: 'block' | 'transaction'): void {
    for (const id of ids) if (log.remove(id)) events.emit('gone', { id, by })
  }

  const pending = createPendingFindings({
    maxPending,
    toSnapshot: () => snapshot,
    toTerms: () => terms,
    onUnknown: (entry) => wantPools(book, entry),
    onFindings(entry, findings) {
      tell(findings)
      onFindings(entry, findings)
    },
  })

  /** What a transaction gave before and gives no more. */
  function review(hash: Hex): void {
    const entry = watcher.get(hash)
    const still = new Set(entry === null ? [] : pending.evaluate(entry).map(({ id }) => id))
    const gone = log.idsOf(hash).filter((id) => !id.startsWith('liquidation') && !still.has(id))
    drop(gone, 'block')
  }

  /** One at a time, so that new transactions need not wait for all of them. */
  async function reviewAll(): Promise<void> {
    const { block } = snapshot
    for (const hash of log.transactions()) {
      if (snapshot.block !== block || signal.aborted) return
      review(hash)
      await setImmediate()
    }
  }

  return {
    ...{ tell, drop, list: log.list, snapshot: () => snapshot, terms: () => terms },
    ...{ resume: pending.resume, markQueued: pending.markQueued },
    find: (entry) => toBest(pending.evaluate(entry)),
    refresh(entry) {
      pending.forget(entry.transaction.hash)
      review(entry.transaction.hash)
    },
    end(hash) {
      pending.end(hash)
      drop(log.idsOf(hash), 'transaction')
    },
    onBlock(update) {
      snapshot = update.snapshot
      takeIn(update, terms)
      terms = toTerms(watcher.stats().nextBaseFeePerGas)
      pending.reset()
      const found = evaluateState(update.touched.slice(0, maxTouched), snapshot, terms)
      const still = new Set(found.map(({ id }) => id))
      const touched = new Set(update.touched)
      // What no log has touched stands as it was.
      const gone = log
        .list()
        .filter((one) => one.type === 'arbitrage' && !still.has(one.id) && swapsThrough(one, touched))
      drop(
        gone.map(({ id }) => id),
        'block',
      )
      tell(found)
      void reviewAll()
    },
  }
}

/** Whether a finding swaps through any of the pools. */
function swapsThrough({ swaps }: Finding, pools: ReadonlySet<Hex>): boolean {
  return swaps.some(({ hops }) => hops.some(({ pool }) => pools.has(pool)))
}

function toBest(findings: readonly Finding[]): Finding | null {
  let best: Finding | null = null
  for (const one of findings) if (best === null || one.estimatedProfit > best.estimatedProfit) best = one
  return best
}

/** Brings the graph to the block. */
function takeIn({ touched, snapshot }: PoolBookUpdate, { graph }: Terms): void {
  for (const id of touched) {
    const pool = snapshot.get(id)
    if (pool === null) graph.remove(id)
    else graph.update(pool)
  }
}
