import type { AccessList, Address, Hex, SignedAuthorizationList } from 'viem'
import type { GasTierName } from '../gasTierName.ts'

/** A transaction to estimate. `value` is in wei. */
export type FeeRequest = {
  readonly from?: Address
  /** Omitted if the transaction deploys a contract. */
  readonly to?: Address
  readonly value?: bigint
  readonly data?: Hex
  /** Gas that the transaction will use, if known. @default the node's estimate */
  readonly gas?: bigint
  /** @default the sender's next nonce, or 0 without a sender */
  readonly nonce?: number
  /** Addresses and storage keys that the transaction declares in advance (EIP-2930). */
  readonly accessList?: AccessList
  /** Signed authorizations of a set-code transaction (EIP-7702). */
  readonly authorizationList?: SignedAuthorizationList
  /** Number of blobs. @default 0 */
  readonly blobs?: number
}

/** Fee of one transaction by part, in wei of the chain's native currency. */
export type FeeParts = {
  /** Wei per gas: base fee plus tip. */
  readonly gasPrice: bigint
  /** Gas of the execution times `gasPrice`. */
  readonly execution: bigint
  /** L1 data fee. Zero on chains without this fee. */
  readonly l1: bigint
  /** Operator fee of OP-stack rollups since Isthmus. */
  readonly operator: bigint
  readonly blob: bigint
  /** Sum of all parts. */
  readonly total: bigint
}

/** Fee of one transaction in each tier, in wei. */
export type TransactionFee = {
  readonly chain: string
  /** Block that the gas price was computed from. */
  readonly blockNumber: bigint
  /** Gas limit to set in the transaction. */
  readonly gasLimit: bigint
  readonly tiers: { readonly [tier in GasTierName]: FeeParts }
  /** Contract or method that reported the additional fees. Null if there are no additional fees. */
  readonly source: string | null
}

/** Fees of a chain in addition to execution gas. */
export type Surcharge = {
  /** Gas limit, including gas that pays for L1 data. */
  readonly gasLimit: bigint
  /** Part of the gas limit that pays for L1 data, at the same price. */
  readonly l1Gas: bigint
  readonly l1: bigint
  readonly operator: bigint
  /** Minimum price that the chain accepts, in wei per gas. */
  readonly leastGasPrice: bigint
  readonly source: string | null
}

export const noSurcharge = { l1Gas: 0n, l1: 0n, operator: 0n, leastGasPrice: 0n, source: null } as const
