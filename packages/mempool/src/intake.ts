import type { Hex } from 'viem'
import type { Describe } from './describe.ts'
import type { FeedStatistics } from './feeds/feedStatistics.ts'
import type { Freshness } from './feeds/freshness.ts'
import type { PendingFeedOptions } from './feeds/pendingFeed.ts'
import type { TransactionTracker } from './lifecycle/transactionTracker.ts'
import { toTransaction } from './transaction/toTransaction.ts'
import type { BlockReference } from './watcherTypes.ts'

export type IntakeOptions = {
  readonly tracker: TransactionTracker
  readonly statistics: FeedStatistics
  readonly freshness: Freshness
  readonly describe: Describe
  /** The transaction is in a block that was read before. */
  readonly onMined: (hash: Hex, block: BlockReference) => void
}

/** Takes in what providers show: each transaction is parsed and described once, then only marked as seen. */
export function createIntake(options: IntakeOptions): PendingFeedOptions['onSighting'] {
  const { tracker, statistics, freshness, describe, onMined } = options
  return ({ hash, provider, atMs }, raw) => {
    statistics.note(hash, provider, performance.now())
    freshness.note(Date.now())
    if (tracker.markSeen(hash, atMs) || raw === null) return tracker.get(hash) !== undefined
    try {
      const transaction = toTransaction(raw)
      // A lookup may answer with another transaction.
      if (transaction.hash !== hash.toLowerCase()) return false
      tracker.add(describe(transaction, { provider, firstSeenMs: atMs }))
    } catch {
      // No form of a transaction that is known; the next provider may send a better one.
      return false
    }
    const block = tracker.blocks.blockOf(hash)
    if (block !== undefined) onMined(hash, block)
    return true
  }
}
