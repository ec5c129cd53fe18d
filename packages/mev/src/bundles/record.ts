import type { Address, Hex } from 'viem'
import type { Refund } from './bundle.ts'
import type { RelayReply } from './relays/exchange.ts'
import type { BundleStatus, BundleTerms, ChainFailure } from './verdict/step.ts'
import type { Cause } from './why/cause.ts'

/** What one relay did with a bundle for one block. `sending`: it has been decided to send it, and there is no answer yet. */
export type Submission = {
  readonly relay: string
  readonly block: number
  /** `unfit`: not sent, since the relay cannot do what the bundle asks for. */
  readonly outcome: RelayReply['outcome'] | 'sending' | 'unfit'
  /** In words, where it was not accepted. */
  readonly message: string | null
  /** Unix ms. */
  readonly sentAtMs: number
  readonly answeredAtMs: number | null
}

/** Whether a relay may have the bundle. */
export const mayHold = ({ outcome }: Submission): boolean =>
  outcome === 'accepted' || outcome === 'uncertain' || outcome === 'sending'

/** Everything that is kept of a bundle or a private transaction; plain JSON. */
export type BundleRecord = {
  readonly chain: string
  /** `computeBundleHash` of its transactions; of a private transaction its own hash. */
  readonly hash: Hex
  /** Whose it is; null or absent for the operator's. Another account's bundle of the same hash is another record. */
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
  /** Which of the nodes on one store follows it, by its name among their leases. Absent where there is one node. */
  readonly node?: string
  /** Head of the chain when it was first sent. */
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
  /** Of the block it is in. Unix seconds. */
  readonly includedAt: number | null
  /** What became of each transaction that is mined. */
  readonly mined: readonly {
    readonly hash: Hex
    readonly block: number
    readonly succeeded: boolean
    readonly gasUsed: string
  }[]
  /** How the chain has decided against it, where it has. */
  readonly failure: ChainFailure | null
  /** Why it is not included, first the reason that counts most; null while it may be. */
  readonly causes: readonly Cause[] | null
  /** No reorganisation is expected to change it any more. */
  readonly isFinal: boolean
}

/** What a record is stored and followed by. */
export const toRecordId = ({ hash, account = null }: Pick<BundleRecord, 'hash' | 'account'>): string =>
  account === null ? hash : `${hash}/${account}`
