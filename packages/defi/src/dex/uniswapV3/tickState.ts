/** A tick at which positions begin or end. A swap stops there even if they cancel out and `liquidityNet` is 0. */
export type InitializedTick = {
  readonly tick: number
  /** Added to the liquidity when the price rises across the tick. */
  readonly liquidityNet: bigint
  /** Total of all positions that begin or end here. At 0 the tick is no longer initialized. */
  readonly liquidityGross: bigint
}

/** A pool's price and the liquidity around it. */
export type TickState = {
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly liquidity: bigint
  /** In millionths of the input. */
  readonly fee: number
  readonly tickSpacing: number
  /** All initialized ticks from `from` to `to`, ascending. */
  readonly ticks: readonly InitializedTick[]
  /** Ticks outside `from` to `to` were not read. */
  readonly from: number
  readonly to: number
}
