import type { Unwatch } from '@outrigger/core'
import { createMicroBatch } from '@outrigger/core/internal'
import type { LiquidationScanner } from '@outrigger/defi'
import type { BlockReference, MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import type { MevPools } from './detectorTypes.ts'
import type { DetectorEvent, Pending } from './events.ts'

export type Sources = {
  readonly watcher: Pick<MempoolWatcher, 'on' | 'nonceState' | 'stats'>
  readonly book: Pick<MevPools, 'on'>
}

type Send = (event: DetectorEvent) => void

export type Collector = {
  /** Sends the transactions that have arrived and were not sent yet. */
  flush(): void
  readonly close: Unwatch
}

/** Converts what happens in the mempool and in the pools into events. */
export function collect({ watcher, book }: Sources, send: Send): Collector {
  let { nextBaseFeePerGas } = watcher.stats()
  const pace = createBlockPace(() => send({ kind: 'mempoolBlock', nextBaseFeePerGas }))
  // Sent after the watcher has processed the sighting, so that an annotation never precedes its transaction.
  const arrivals = createMicroBatch<MempoolTransaction>((entry) => {
    const pending = toPending(watcher, entry)
    if (pending !== null) send({ kind: 'transaction', pending })
  })
  const unwatch = [
    // Uses the events instead of `watch`, so that the detector does not count as a subscriber.
    watcher.on('transaction', arrivals.add),
    watcher.on('event', ({ entry, transition: { kind } }) => {
      // A reorg returns a mined transaction to the pending ones.
      if (kind === 'reorged') arrivals.add(entry)
      else if (kind !== 'pending') send({ kind: 'ended', hash: entry.transaction.hash, reason: kind })
    }),
    watcher.on('block', (block) => {
      nextBaseFeePerGas = block.nextBaseFeePerGas
      pace.seeTransactions(block)
    }),
    book.on('block', (update) => {
      // The base fee is that of the watcher's last block. `mempoolBlock` corrects it.
      send({ kind: 'poolBlock', update, nextBaseFeePerGas })
      pace.seePools(update)
    }),
    pace.close,
  ]
  return {
    flush: arrivals.flush,
    close() {
      for (const stop of unwatch) stop()
    },
  }
}

/** Converts the opportunities of a scanner into events. */
export function collectLiquidations(scanner: Pick<LiquidationScanner, 'on'>, send: Send): Unwatch {
  const unwatch = [
    scanner.on('opportunity', (opportunity) => send({ kind: 'opportunity', opportunity })),
    scanner.on('gone', (position) => send({ kind: 'opportunityGone', position })),
  ]
  return () => {
    for (const stop of unwatch) stop()
  }
}

/** Returns null for a transaction that is no longer pending. */
export function toPending(watcher: Pick<MempoolWatcher, 'nonceState'>, entry: MempoolTransaction): Pending | null {
  const nonceState = watcher.nonceState(entry.transaction.hash)
  return nonceState === null ? null : { entry, isQueued: nonceState === 'queued' }
}

/** Delays pending transactions until both the pool book and the watcher have processed the block. */
export type BlockPace = {
  /** Records that the pool book has processed a block. */
  seePools(block: BlockReference): void
  /** Records that the watcher has emitted its events for a block. */
  seeTransactions(block: BlockReference): void
  close(): void
}

/** Longest wait for the watcher, which emits no events for a block that it cannot read. */
const patienceMs = 2_000

/**
 * Creates a block pace. The pool book may process a block before the watcher does. Until the watcher has processed the block, the
 * block's transactions still count as pending, and would be played on pools that they have already changed.
 *
 * @param onBoth called when both have processed a block, or immediately if the watcher has not reported any block yet
 */
export function createBlockPace(onBoth: () => void): BlockPace {
  let transactions: BlockReference | null = null
  let waitingFor: BlockReference | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function go(): void {
    clearTimeout(timer)
    timer = undefined
    waitingFor = null
    onBoth()
  }

  /** Goes on without the watcher, and once more if it still reports the block. */
  function stopWaiting(): void {
    timer = undefined
    onBoth()
  }

  return {
    seePools(block) {
      if (transactions === null || hasReached(transactions, block)) return go()
      timer ??= setTimeout(stopWaiting, patienceMs)
      waitingFor = block
    },
    seeTransactions(block) {
      transactions = block
      if (waitingFor !== null && hasReached(block, waitingFor)) go()
    },
    close: () => clearTimeout(timer),
  }
}

/** Returns whether a block is `other`, or higher. After a reorg, a block of the same height is not `other`. */
const hasReached = (block: BlockReference, other: BlockReference): boolean =>
  block.hash === other.hash || block.number > other.number
