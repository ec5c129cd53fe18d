import type { Address, Hex } from 'viem'

/** A transaction without nonce and fee. It has a gas limit, because estimating would need a request per transaction. */
export type Draft = {
  /** Recipient. Omitted for a deployment. */
  readonly to?: Address
  readonly data?: Hex
  readonly value?: bigint
  readonly gas: bigint
  /** Replaces the previous draft: uses its nonce with a higher fee. */
  readonly replaces?: boolean
}
