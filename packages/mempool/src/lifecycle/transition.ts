import { getOrCreate } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { BlockReference, Inclusion, Transition } from '../watcherTypes.ts'

/** Where a transaction is in its life. */
export type TransactionState =
  | { readonly kind: 'new' | 'pending' | 'replaced' | 'dropped' | 'evicted' }
  | { readonly kind: 'mined'; readonly block: BlockReference }

/** What happens to a transaction. */
export type LifecycleEvent =
  /** A provider shows it. `isNonceUsed`: a block holds another transaction with its nonce. `hasRoom`: evicted ones may return. */
  | { readonly kind: 'seen'; readonly isNonceUsed: boolean; readonly hasRoom: boolean }
  /** Another transaction of the sender takes its nonce. */
  | { readonly kind: 'superseded'; readonly by: Hex; readonly isCancellation: boolean }
  | { readonly kind: 'included'; readonly block: BlockReference; readonly as: Inclusion }
  /** Its block leaves the chain. */
  | { readonly kind: 'blockRemoved' }
  /** The providers no longer know it. */
  | { readonly kind: 'missing'; readonly reason: 'gone' | 'nonceUsed' }
  /** It makes room for transactions that pay more. */
  | { readonly kind: 'evicted' }

export type Step = { readonly state: TransactionState; readonly transition: Transition }

/** Shared, as are those of a block: tens of thousands are kept. */
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
 * The life of one transaction: its next state and the transition to report; null where the event changes nothing. Blocks
 * decide: inclusion ends every other state, and only the removal of the block ends `mined`.
 */
export function step(state: TransactionState, event: LifecycleEvent): Step | null {
  const isPending = state.kind === 'pending'
  switch (event.kind) {
    case 'seen': {
      const mayReturn = state.kind === 'new' || state.kind === 'dropped' || (state.kind === 'evicted' && event.hasRoom)
      return mayReturn && !event.isNonceUsed ? toPending : null
    }
    case 'superseded': {
      const kind = event.isCancellation ? 'cancelled' : 'replaced'
      return isPending ? { state: { kind: 'replaced' }, transition: { kind, by: event.by } } : null
    }
    case 'included': {
      if (state.kind === 'mined') return null
      return toMined(event.block)[event.as]
    }
    case 'blockRemoved':
      if (state.kind !== 'mined') return null
      return { state: toPending.state, transition: { kind: 'reorged', block: state.block } }
    case 'missing':
      return isPending ? { state: { kind: 'dropped' }, transition: { kind: 'dropped', reason: event.reason } } : null
    case 'evicted':
      return isPending ? { state: { kind: 'evicted' }, transition: { kind: 'dropped', reason: 'evicted' } } : null
  }
}
