import { getOrCreate } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { BlockReference, Inclusion, Transition } from '../watcherTypes.ts'

/** State of a transaction. */
export type TransactionState =
  | { readonly kind: 'new' | 'pending' | 'replaced' | 'dropped' | 'evicted' }
  | { readonly kind: 'mined'; readonly block: BlockReference }

/** Event that may change the state of a transaction. */
export type LifecycleEvent =
  /**
   * A provider shows the transaction. `isNonceUsed`: a mined transaction has its nonce. `hasRoom`: evicted transactions
   * may return.
   */
  | { readonly kind: 'seen'; readonly isNonceUsed: boolean; readonly hasRoom: boolean }
  /** Another transaction of the sender takes its nonce. */
  | { readonly kind: 'superseded'; readonly by: Hex; readonly isCancellation: boolean }
  | { readonly kind: 'included'; readonly block: BlockReference; readonly as: Inclusion }
  /** Its block leaves the chain. */
  | { readonly kind: 'blockRemoved' }
  /** No provider has the transaction anymore. */
  | { readonly kind: 'missing'; readonly reason: 'gone' | 'nonceUsed' }
  /** The transaction was evicted to make room for transactions that pay more. */
  | { readonly kind: 'evicted' }

export type Step = { readonly state: TransactionState; readonly transition: Transition }

/** Steps are shared, also per block, because tens of thousands of states are stored. */
const toPending: Step = { state: { kind: 'pending' }, transition: { kind: 'pending' } }

type Mined = { readonly [inclusion in Inclusion]: Step }

const minedIn = new WeakMap<BlockReference, Mined>()

const toMined = (block: BlockReference) =>
  getOrCreate(minedIn, block, (): Mined => {
    const state = { kind: 'mined', block } as const
    return {
      mined: { state, transition: { kind: 'mined', block } },
      failed: { state, transition: { kind: 'failed', block } },
      included: { state, transition: { kind: 'included', block } },
    }
  })

/**
 * Returns the next state of a transaction and the transition to report, or null if the event changes nothing. Inclusion in a
 * block ends every other state, and only the removal of the block ends `mined`.
 */
export function step(state: TransactionState, event: LifecycleEvent): Step | null {
  switch (event.kind) {
    case 'seen': {
      const mayReturn = state.kind === 'new' || state.kind === 'dropped' || (state.kind === 'evicted' && event.hasRoom)
      return mayReturn && !event.isNonceUsed ? toPending : null
    }
    case 'included':
      return state.kind === 'mined' ? null : toMined(event.block)[event.as]
    case 'blockRemoved':
      if (state.kind !== 'mined') return null
      return { state: toPending.state, transition: { kind: 'reorged', block: state.block } }
    default:
      return state.kind === 'pending' ? endPending(event) : null
  }
}

function endPending(event: Extract<LifecycleEvent, { kind: 'superseded' | 'missing' | 'evicted' }>): Step {
  switch (event.kind) {
    case 'superseded': {
      const kind = event.isCancellation ? 'cancelled' : 'replaced'
      return { state: { kind: 'replaced' }, transition: { kind, by: event.by } }
    }
    case 'missing':
      return { state: { kind: 'dropped' }, transition: { kind: 'dropped', reason: event.reason } }
    case 'evicted':
      return { state: { kind: 'evicted' }, transition: { kind: 'dropped', reason: 'evicted' } }
  }
}
