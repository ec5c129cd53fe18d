import type { Address } from 'viem'

/**
 * Token transfer within a transaction. Native currency and its wrapped token (WETH) count as one token, so that wrapping moves
 * nothing. Bots often wrap and unwrap between the pools of a route.
 */
export type Transfer = {
  readonly token: Address
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
  /**
   * Index among the logs, or among the calls if there are no logs. -1 for native currency in a flow with logs, because its
   * position is unknown.
   */
  readonly position: number
}
