import type { AccessList, Address, Hex, SignedAuthorizationList } from 'viem'
import type { GasTierName } from '../gasTierName.ts'

/** A transaction to be estimated. `value` is wei. */
export type FeeRequest = {
  readonly from?: Address
  /** Absent where a contract is deployed. */
  readonly to?: Address
  readonly value?: bigint
  readonly data?: Hex
  /** Gas it will use, where that is known. @default what the node estimates */
  readonly gas?: bigint
  /** @default the sender's next, or 0 without a sender */
  readonly nonce?: number
  /** Addresses and storage it names in advance (EIP-2930). */
  readonly accessList?: AccessList
  /** Signed authorizations of a set-code transaction (EIP-7702). */
  readonly authorizationList?: SignedAuthorizationList
  /** Blobs it carries. @default 0 */
  readonly blobs?: number
}

/** All that one transaction pays, in wei of the chain's native currency. */
export type FeeParts = {
  /** Wei per gas: base fee and tip. */
  readonly gasPrice: bigint
  /** Gas of the execution times `gasPrice`. */
  readonly execution: bigint
  /** For the room its data takes on L1; zero on chains without one. */
  readonly l1: bigint
  /** The rollup operator's own, since Isthmus of the OP stack. */
  readonly operator: bigint
  readonly blob: bigint
  /** The sum. */
  readonly total: bigint
}

/** What one transaction pays, in wei, by part. */
export type TransactionFee = {
  readonly chain: string
  /** Block that the gas price follows. */
  readonly blockNumber: bigint
  /** What to put into the transaction. */
  readonly gasLimit: bigint
  readonly tiers: { readonly [tier in GasTierName]: FeeParts }
  /** Source of what is paid beside execution: the contract or method asked; null where nothing is. */
  readonly source: string | null
}

/** What a chain charges beside the price of the execution's gas. */
export type Surcharge = {
  /** Gas limit, where the chain's own estimate counts more than execution. */
  readonly gasLimit: bigint
  /** Gas of it that pays for data on L1, at the same price. */
  readonly l1Gas: bigint
  readonly l1: bigint
  readonly operator: bigint
  /** Least wei per gas that the chain takes. */
  readonly leastGasPrice: bigint
  readonly source: string | null
}

export const noSurcharge = { l1Gas: 0n, l1: 0n, operator: 0n, leastGasPrice: 0n, source: null } as const
