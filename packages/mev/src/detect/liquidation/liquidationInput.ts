import type { Address, Hex } from 'viem'

/** A liquidation as the scanner announces it, with what of its profit is known in native currency. */
export type LiquidationInput = {
  readonly protocol: string
  readonly borrower: Address
  readonly collateral: Address
  readonly debt: Address
  /** Of the repaid value, in percent. */
  readonly bonusPercent: number
  /** Wei, after slippage and the flash loan's fee and before gas; null where nobody tells. */
  readonly grossProfit: bigint | null
  readonly gas: bigint
  /** The pending price update that makes it one; null where it is one at present. */
  readonly pendingUpdate: Hex | null
  /** A pending transaction that liquidates the same borrower. */
  readonly pendingCall: Hex | null
  /** Whether a simulation left what was announced; null where there was none. */
  readonly proven: boolean | null
  readonly blockNumber: bigint
}
