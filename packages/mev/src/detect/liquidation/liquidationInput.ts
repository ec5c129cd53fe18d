import type { Opportunity } from '@outrigger/defi'
import type { Address, Hex } from 'viem'

/** Liquidation from the scanner, with its profit in native currency. */
export type LiquidationInput = {
  readonly opportunity: Opportunity
  readonly protocol: string
  readonly borrower: Address
  readonly collateral: Address
  readonly debt: Address
  /** Liquidation bonus in percent of the repaid value. */
  readonly bonusPercent: number
  /** Profit in wei, after slippage and the flash loan fee and before gas. Null if unknown. */
  readonly grossProfit: bigint | null
  readonly gas: bigint
  /** Pending price update that enables the liquidation. Null if it is possible now. */
  readonly pendingUpdate: Hex | null
  /** Rival's pending transaction that liquidates the same borrower. The liquidation is sent before it. */
  readonly pendingCall: Hex | null
  /** Number of swaps that sell the collateral. */
  readonly hops: number
  /** True if the price update waits for an earlier nonce of its sender. */
  readonly isQueued: boolean
  /** True if a simulation confirmed the profit. Null without a simulation. */
  readonly proven: boolean | null
  readonly blockNumber: bigint
}
