import type { Hex } from 'viem'
import { type SignedAuthorization, toAuthority } from '../transaction/authorization.ts'
import type { MempoolTransaction } from '../watcherTypes.ts'
import type { TransactionState } from './transition.ts'

/** What the tracker needs of a transaction in a block. */
export type BlockTransaction = {
  readonly hash: Hex
  readonly from: string
  readonly nonce: number
  readonly isCancellation: boolean
  readonly authorizations?: readonly SignedAuthorization[]
}

/** A nonce that an authorization uses if it is the next of that account (EIP-7702). */
export type AuthorizedNonce = { readonly authority: string; readonly nonce: number }

/** Who has signed the authorizations that count on the chain, in order. */
export const toAuthorizedNonces = (
  authorizations: readonly SignedAuthorization[] | undefined,
  chainId: number,
): readonly AuthorizedNonce[] =>
  (authorizations ?? []).flatMap((authorization) => {
    const authority = toAuthority(authorization, chainId)
    return authority === null ? [] : [{ authority, nonce: Number(authorization.nonce) }]
  })

// Objects, strings and index entries around the calldata.
const overheadBytes = 1800
const actionBytes = 400
/** Recovering a signer takes about a millisecond: more authorizations of one pending transaction are not read. */
const mostAuthorized = 32

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
  /** Of its authorizations, the first ones. */
  readonly authorized: readonly AuthorizedNonce[]

  constructor(entry: MempoolTransaction, chainId: number) {
    const { transaction, classification, firstSeenMs } = entry
    const parts = classification.actions.length + classification.undecoded.length
    this.entry = entry
    this.authorized = toAuthorizedNonces(transaction.authorizations?.slice(0, mostAuthorized), chainId)
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
