import type { Hex } from 'viem'
import type { MempoolTransaction } from '../watcherTypes.ts'
import type { TransactionState } from './transition.ts'

/** A pending transaction, or one that has ended and may come back. */
export type TrackedTransaction = {
  readonly entry: MempoolTransaction
  /** Estimated memory. */
  readonly bytes: number
  /** Wei, rounded: only for ranking. */
  readonly feeCap: number
  readonly tipCap: number
  state: TransactionState
  /** When a provider last showed or confirmed it, Unix ms. */
  lastSeenMs: number
  /** Lookups in a row that found nothing. */
  misses: number
}

/** What the tracker needs of a transaction in a block. */
export type BlockTransaction = {
  readonly hash: Hex
  readonly from: string
  readonly nonce: number
  readonly isCancellation: boolean
}

// Objects, strings and index entries around the calldata.
const overheadBytes = 1800
const actionBytes = 400

export function toTrackedTransaction(entry: MempoolTransaction): TrackedTransaction {
  const { transaction, classification } = entry
  const parts = classification.actions.length + classification.undecoded.length
  return {
    entry,
    bytes: overheadBytes + transaction.input.length + parts * actionBytes,
    feeCap: Number(transaction.maxFeePerGas),
    tipCap: Number(transaction.maxPriorityFeePerGas),
    state: { kind: 'new' },
    lastSeenMs: entry.firstSeenMs,
    misses: 0,
  }
}
