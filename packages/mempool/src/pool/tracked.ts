import type { Hex } from 'viem'
import type { Transaction } from '../transaction/transaction.ts'
import type { BlockReference, MempoolTransaction } from '../watcherTypes.ts'

/** A transaction in the pool, or one that has left it and may come back. */
export type Tracked = {
  readonly entry: MempoolTransaction
  /** Estimate of what it takes in memory. */
  readonly bytes: number
  /** Wei, rounded: good enough to rank by. */
  readonly feeCap: number
  readonly tipCap: number
  state: 'pending' | 'mined' | 'replaced' | 'dropped' | 'evicted'
  block: BlockReference | null
  /** When a provider last showed or confirmed it, Unix ms. */
  confirmedAtMs: number
  /** How often in a row nobody knew it. */
  misses: number
}

/** A transaction of a block, as far as the pool asks. */
export type BlockTransaction = {
  readonly hash: Hex
  readonly from: string
  readonly nonce: number
  readonly isCancellation: boolean
}

// Objects, strings and index entries around the calldata.
const overheadBytes = 1800
const actionBytes = 400

export function toTracked(entry: MempoolTransaction): Tracked {
  const { transaction, classification } = entry
  const parts = classification.actions.length + classification.undecoded.length
  return {
    entry,
    bytes: overheadBytes + transaction.input.length + parts * actionBytes,
    feeCap: Number(transaction.maxFeePerGas),
    tipCap: Number(transaction.maxPriorityFeePerGas),
    state: 'pending',
    block: null,
    confirmedAtMs: entry.firstSeenMs,
    misses: 0,
  }
}

type Terms = Pick<Transaction, 'from' | 'to' | 'value' | 'input'>

/** The usual way to take a transaction back: one that does nothing, from the sender to itself. */
export function isCancellation({ from, to, value, input }: Terms): boolean {
  return to === from && value === 0n && input === '0x'
}

/**
 * Whether `next` may take the place of `current`: it pays more, and no less of either kind. Nodes ask for about a tenth
 * more, each for its own; what a node shows has met that already.
 */
export function isOutbidding(next: Transaction, current: Transaction): boolean {
  const [fee, tip] = [
    next.maxFeePerGas - current.maxFeePerGas,
    next.maxPriorityFeePerGas - current.maxPriorityFeePerGas,
  ]
  return fee >= 0n && tip >= 0n && fee + tip > 0n
}
