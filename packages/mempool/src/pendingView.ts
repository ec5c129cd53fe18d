import type { PendingTips } from '@outrigger/oracle/internal'
import type { Freshness } from './feeds/freshness.ts'
import { compileFilter } from './filter/compileFilter.ts'
import type { FilterContext } from './filter/facts.ts'
import type { FeeMarket } from './lifecycle/feeMarket.ts'
import { packNextBlock } from './lifecycle/nextBlock.ts'
import { computePendingStats } from './lifecycle/pendingStats.ts'
import { byPriority } from './lifecycle/priority.ts'
import type { TrackedTransaction } from './lifecycle/trackedTransaction.ts'
import type { TransactionTracker } from './lifecycle/transactionTracker.ts'
import type { MempoolFilter, MempoolStats, MempoolTransaction } from './watcherTypes.ts'

type PendingViewOptions = {
  readonly tracker: TransactionTracker
  readonly freshness: Freshness
  readonly toMarket: () => FeeMarket
  readonly context: FilterContext
}

/**
 * The pending transactions that a watcher reports. While the watcher is stale, these are only the transactions that
 * cannot have been mined meanwhile.
 */
type PendingView = {
  count(): number
  list(filter?: MempoolFilter, limit?: number): MempoolTransaction[]
  stats(): MempoolStats
  /** Returns null if unknown. */
  nextBlock(): PendingTips | null
}

export function createPendingView({ tracker, freshness, toMarket, context }: PendingViewOptions): PendingView {
  function* toVisible(pending: Iterable<TrackedTransaction>): Iterable<TrackedTransaction> {
    const lowestBaseFee = freshness.computeLowestBaseFee(toMarket().nextBaseFeePerGas, Date.now())
    for (const tracked of pending) if (lowestBaseFee === null || tracked.feeCap < Number(lowestBaseFee)) yield tracked
  }

  return {
    count: () => (freshness.isStale() ? [...toVisible(tracker.pending.values())].length : tracker.pending.size),
    list(filter = {}, limit) {
      const matches = compileFilter(filter, context)
      const found: MempoolTransaction[] = []
      for (const { entry } of toVisible(tracker.pending.candidates(filter))) if (matches(entry)) found.push(entry)
      return found.sort(byPriority).slice(0, limit)
    },
    nextBlock() {
      const room = toMarket()
      if (room.gasLimit === 0 || freshness.isStale()) return null
      return packNextBlock(tracker.pending, tracker.nonces, { ...room, usedShare: room.usedShare ?? 1 })
    },
    stats() {
      const { nextBaseFeePerGas } = toMarket()
      const figures = computePendingStats(toVisible(tracker.pending.values()), nextBaseFeePerGas)
      return { ...figures, nextBaseFeePerGas, unseen: tracker.unseen }
    },
  }
}
