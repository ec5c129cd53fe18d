import type { Opportunity } from '@outrigger/defi'
import type { Address, Hex } from 'viem'

/** A liquidation as the scanner announces it, with what of its profit is known in native currency. */
export type LiquidationInput = {
  readonly opportunity: Opportunity
  readonly protocol: string
  readonly borrower: Address
  readonly collateral: Address
  readonly debt: Address
  /** Of the repaid value, in percent. */
  readonly bonusPercent: number
  /** Wei, after slippage and the flash loan's fee and before gas; null where nobody knows. */
  readonly grossProfit: bigint | null
  readonly gas: bigint
  /** The pending price update that makes it one; null where it is one at present. */
  readonly pendingUpdate: Hex | null
  /** Somebody else's pending transaction that liquidates the same borrower: it is to be done before that. */
  readonly pendingCall: Hex | null
  /** Swaps of the sale. */
  readonly hops: number
  /** Whether the price update waits for an earlier nonce of its sender. */
  readonly isQueued: boolean
  /** Whether a simulation left what was announced; null where there was none. */
  readonly proven: boolean | null
  readonly blockNumber: bigint
}
