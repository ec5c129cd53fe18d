import type { Address, Hex } from 'viem'
import type { SignedAuthorization } from './authorization.ts'

/** A signed transaction as the pool holds it. Amounts in wei; addresses and calldata in lower case. */
export type Transaction = {
  readonly hash: Hex
  readonly from: Address
  /** Null deploys a contract. */
  readonly to: Address | null
  readonly input: Hex
  readonly value: bigint
  readonly nonce: number
  readonly gas: bigint
  /** EIP-2718 type: 0 legacy · 1 access list · 2 fee market · 3 blob · 4 set code; others are a chain's own. */
  readonly type: number
  /** Most paid per gas: `maxFeePerGas`, or the `gasPrice` of types 0 and 1. */
  readonly maxFeePerGas: bigint
  /** Most paid to the block's producer per gas; equals `maxFeePerGas` for types 0 and 1. */
  readonly maxPriorityFeePerGas: bigint
  /** Of a set-code transaction (EIP-7702), in their order. */
  readonly authorizations?: readonly SignedAuthorization[]
}
