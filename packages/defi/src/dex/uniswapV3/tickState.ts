/** A tick at which positions begin or end. A swap stops there even where they cancel and `liquidityNet` is 0. */
export type InitializedTick = {
  readonly tick: number
  /** Added to the liquidity where the price rises across the tick. */
  readonly liquidityNet: bigint
  /** Of all positions that begin or end here; the tick is no longer initialized when it falls to 0. */
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
  /** All that are initialized in `from` to `to`, ascending. */
  readonly ticks: readonly InitializedTick[]
  /** What is beyond these was not read. */
  readonly from: number
  readonly to: number
}
