import type { Address } from 'viem'

/**
 * A movement of tokens within a transaction. Native currency and its wrapped token (WETH) are one token here, so that
 * wrapping moves nothing: bots wrap and unwrap at will between the pools of one route.
 */
export type Transfer = {
  readonly token: Address
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
  /** Place among the logs, or among the calls where there are no logs. -1 for native currency beside logs: not known. */
  readonly position: number
}
