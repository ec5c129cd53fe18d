import type { Hex } from 'viem'
import { type SignedAuthorization, toAuthority } from '../transaction/authorization.ts'
import type { MempoolTransaction } from '../watcherTypes.ts'
import type { TransactionState } from './transition.ts'

/** The fields of a mined transaction that the tracker needs. */
export type BlockTransaction = {
  readonly hash: Hex
  readonly from: string
  readonly nonce: number
  readonly isCancellation: boolean
  readonly authorizations?: readonly SignedAuthorization[]
}

/** A nonce that an authorization uses if it is the account's next nonce (EIP-7702). */
export type AuthorizedNonce = { readonly authority: string; readonly nonce: number }

/** Returns the signers and nonces of the authorizations that are valid on the chain, in order. */
export const toAuthorizedNonces = (
  authorizations: readonly SignedAuthorization[] | undefined,
  chainId: number,
): readonly AuthorizedNonce[] =>
  (authorizations ?? []).flatMap((authorization) => {
    const authority = toAuthority(authorization, chainId)
    return authority === null ? [] : [{ authority, nonce: Number(authorization.nonce) }]
  })

// Estimated size of objects, strings and index entries beside the calldata.
const overheadBytes = 1800
const actionBytes = 400
/** Maximum number of authorizations read per pending transaction, because recovering a signer takes about 1 ms. */
const mostAuthorized = 32

/** A pending transaction, or one that has ended and may return. It stores only what cannot be computed, to save memory. */
export class TrackedTransaction {
  readonly entry: MempoolTransaction
  /** Estimated memory in bytes. */
  readonly bytes: number
  state: TransactionState = newState
  /** Time when a provider last showed or confirmed it, Unix ms. */
  lastSeenMs: number
  /** Consecutive lookups without a result. */
  misses = 0
  /** Nonces of its first authorizations. */
  readonly authorized: readonly AuthorizedNonce[]

  constructor(entry: MempoolTransaction, chainId: number) {
    const { transaction, classification, firstSeenMs } = entry
    const parts = classification.actions.length + classification.undecoded.length
    this.entry = entry
    this.authorized = toAuthorizedNonces(transaction.authorizations?.slice(0, mostAuthorized), chainId)
    this.bytes = overheadBytes + transaction.input.length + parts * actionBytes
    this.lastSeenMs = firstSeenMs
  }

  /** Wei, rounded, for ranking only. */
  get feeCap(): number {
    return Number(this.entry.transaction.maxFeePerGas)
  }

  /** Wei, rounded. */
  get tipCap(): number {
    return Number(this.entry.transaction.maxPriorityFeePerGas)
  }
}

const newState: TransactionState = { kind: 'new' }
