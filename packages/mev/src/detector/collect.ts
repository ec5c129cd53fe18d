import type { Unwatch } from '@outrigger/core'
import { createMicroBatch } from '@outrigger/core/internal'
import type { LiquidationScanner } from '@outrigger/defi'
import type { MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import { createBlockPace } from './blockPace.ts'
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
      pace.seeTransactions(block.number)
    }),
    book.on('block', (update) => {
      // The base fee is that of the watcher's last block. `mempoolBlock` corrects it.
      send({ kind: 'poolBlock', update, nextBaseFeePerGas })
      pace.seePools(update.number)
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
