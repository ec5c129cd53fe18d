import type { Address, Hex } from 'viem'
import type { SignedAuthorization } from './authorization.ts'

/** A signed transaction. Amounts are in wei, addresses and calldata in lower case. */
export type Transaction = {
  readonly hash: Hex
  readonly from: Address
  /** Recipient. Null if the transaction deploys a contract. */
  readonly to: Address | null
  readonly input: Hex
  readonly value: bigint
  readonly nonce: number
  readonly gas: bigint
  /** EIP-2718 type: 0 legacy · 1 access list · 2 fee market · 3 blob · 4 set code. Others are specific to a chain. */
  readonly type: number
  /** Maximum price per gas: `maxFeePerGas`, or the `gasPrice` of types 0 and 1. */
  readonly maxFeePerGas: bigint
  /** Maximum tip per gas. Equals `maxFeePerGas` for types 0 and 1. */
  readonly maxPriorityFeePerGas: bigint
  /** Authorizations of a set-code transaction (EIP-7702), in order. */
  readonly authorizations?: readonly SignedAuthorization[]
}
