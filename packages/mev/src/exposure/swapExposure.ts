import type { Address, Hex } from 'viem'

/** Possible loss of one swap, in smallest units of the received token, or of the paid token for an exact output. */
export type SwapExposure = {
  /** DEX ids of the pools, separated by commas. */
  readonly dex: string
  /** Pool ids in the order of the path. */
  readonly pools: readonly Hex[]
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Fixed amount. The limits and the loss refer to the other amount. */
  readonly exact: 'in' | 'out'
  /** Input and output on the current pools. */
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** `amountOut`, or `amountIn` for an exact output. As limit it permits no loss, but any price change reverts the swap. */
  readonly quotedAmount: bigint
  /** The swap's own minimum output, or maximum input for an exact output. */
  readonly limit: bigint
  /** Maximum loss that the swap's limit permits, whether or not an attack is profitable. */
  readonly maxLost: bigint
  /** Loss to the most profitable sandwich. 0 if none is profitable after gas. */
  readonly lost: bigint
  /** `lost` in wei. Null if no pool provides a price. */
  readonly lostWei: bigint | null
  /** Profit of the attacker in wei. */
  readonly attackerProfit: bigint
  /**
   * Loosest limit within 1 % of `quotedAmount` at which no sandwich is profitable on these pools, independent of the swap's own
   * limit. The swap then tolerates other price changes up to this limit. The tolerated loss is exact to 0.1 %, on the safe side.
   */
  readonly safeLimit: bigint
}
