import type { Address, Hex } from 'viem'
import type { Refund } from './bundle.ts'
import type { RelayReply } from './relays/exchange.ts'
import type { BundleStatus, BundleTerms, ChainFailure } from './verdict/step.ts'
import type { Cause } from './why/cause.ts'

/** Submission of a bundle to one relay for one block. `sending`: the request is in progress. */
export type Submission = {
  readonly relay: string
  readonly block: number
  /** `unfit`: not sent because the relay does not support a feature of the bundle. */
  readonly outcome: RelayReply['outcome'] | 'sending' | 'unfit'
  /** Reason of a failure. Null if the relay accepted the bundle. */
  readonly message: string | null
  /** Unix ms. */
  readonly sentAtMs: number
  readonly answeredAtMs: number | null
}

/** True if the relay may have the bundle. */
export const mayHaveBundle = ({ outcome }: Submission): boolean =>
  outcome === 'accepted' || outcome === 'uncertain' || outcome === 'sending'

/** Stored state of a bundle or private transaction, as plain JSON. */
export type BundleRecord = {
  readonly chain: string
  /** `computeBundleHash` of the transactions. A private transaction is stored under its own hash. */
  readonly hash: Hex
  /** Owner. Null or absent for the operator. Each account has its own record of the same bundle hash. */
  readonly account?: string | null
  readonly kind: 'bundle' | 'private'
  readonly transactions: readonly {
    readonly raw: Hex
    readonly hash: Hex
    readonly from: Address
    readonly nonce: number
    readonly canRevert: boolean
  }[]
  readonly targets: BundleTerms['targets']
  readonly contiguous: boolean
  readonly minTimestamp?: number
  readonly maxTimestamp?: number
  readonly refund?: Refund
  readonly hints?: readonly string[]
  readonly relays: readonly string[]
  readonly uuid: string
  /** Name of the node that follows the bundle, from its lease. Absent if the store is not shared. */
  readonly node?: string
  /** Head of the chain at the first submission. */
  readonly sinceBlock: number
  readonly submittedAtMs: number
  readonly submissions: readonly Submission[]
  readonly cancellation: {
    readonly requestedAtMs: number
    readonly cancelled: boolean
    readonly message: string
  } | null
  readonly status: BundleStatus
  readonly includedBlock: number | null
  /** Timestamp of the including block in Unix seconds. */
  readonly includedAt: number | null
  /** Outcomes of the mined transactions. */
  readonly mined: readonly {
    readonly hash: Hex
    readonly block: number
    readonly succeeded: boolean
    readonly gasUsed: string
  }[]
  /** Event on the chain that prevents inclusion. Null if inclusion is still possible or the bundle is included. */
  readonly failure: ChainFailure | null
  /** Causes why the bundle was not included, most important first. Null while inclusion is possible. */
  readonly causes: readonly Cause[] | null
  /** True once a reorg is no longer expected to change the verdict. */
  readonly isFinal: boolean
}

/** Key under which a record is stored and followed. */
export const toRecordId = ({ hash, account = null }: Pick<BundleRecord, 'hash' | 'account'>): string =>
  account === null ? hash : `${hash}/${account}`
