import type { Hex } from 'viem'
import type { Describe } from './describe.ts'
import type { FeedStatistics } from './feeds/feedStatistics.ts'
import type { Freshness } from './feeds/freshness.ts'
import type { PendingFeedOptions } from './feeds/pendingFeed.ts'
import type { TransactionTracker } from './lifecycle/transactionTracker.ts'
import { toTransaction } from './transaction/toTransaction.ts'
import type { BlockReference } from './watcherTypes.ts'

type IntakeOptions = {
  readonly tracker: TransactionTracker
  readonly statistics: FeedStatistics
  readonly freshness: Freshness
  readonly describe: Describe
  /** Called if the transaction is in a block that was already read. */
  readonly onMined: (hash: Hex, block: BlockReference) => void
}

/** Processes the sightings of providers. Each transaction is parsed and described once, then only marked as seen. */
export function createIntake(options: IntakeOptions): PendingFeedOptions['onSighting'] {
  const { tracker, statistics, freshness, describe, onMined } = options
  return ({ hash, provider, atMs }, raw) => {
    statistics.note(hash, provider, performance.now())
    freshness.note(Date.now())
    if (tracker.markSeen(hash, atMs) || raw === null) return tracker.get(hash) !== undefined
    try {
      const transaction = toTransaction(raw)
      // A provider may answer a lookup with another transaction.
      if (transaction.hash !== hash.toLowerCase()) return false
      tracker.add(describe(transaction, { provider, firstSeenMs: atMs }))
    } catch {
      // The form is unknown. Another provider may send a valid one.
      return false
    }
    const block = tracker.blocks.blockOf(hash)
    if (block !== undefined) onMined(hash, block)
    return true
  }
}
