import type { Address, Hex } from 'viem'

/** A transaction before nonce and fee. The gas limit is given: estimating would ask the chain for every one. */
export type Draft = {
  /** Left out for a deployment. */
  readonly to?: Address
  readonly data?: Hex
  readonly value?: bigint
  readonly gas: bigint
  /** Takes the nonce of the draft before it, at a fee that outbids it. */
  readonly replaces?: boolean
}
