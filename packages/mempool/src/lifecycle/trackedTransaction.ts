import type { Hex } from 'viem'
import type { MempoolTransaction } from '../watcherTypes.ts'
import type { TransactionState } from './transition.ts'

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

/** A pending transaction, or one that has ended and may come back. Of tens of thousands only what cannot be computed is kept. */
export class TrackedTransaction {
  readonly entry: MempoolTransaction
  /** Estimated memory. */
  readonly bytes: number
  state: TransactionState = newState
  /** When a provider last showed or confirmed it, Unix ms. */
  lastSeenMs: number
  /** Lookups in a row that found nothing. */
  misses = 0

  constructor(entry: MempoolTransaction) {
    const { transaction, classification, firstSeenMs } = entry
    const parts = classification.actions.length + classification.undecoded.length
    this.entry = entry
    this.bytes = overheadBytes + transaction.input.length + parts * actionBytes
    this.lastSeenMs = firstSeenMs
  }

  /** Wei, rounded: only for ranking. */
  get feeCap(): number {
    return Number(this.entry.transaction.maxFeePerGas)
  }

  /** Wei, rounded. */
  get tipCap(): number {
    return Number(this.entry.transaction.maxPriorityFeePerGas)
  }
}

const newState: TransactionState = { kind: 'new' }
