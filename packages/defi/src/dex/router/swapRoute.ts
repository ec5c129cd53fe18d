import type { Address } from 'viem'

/** One pool of a route. */
export type Hop = {
  /** `uniswap_v2`, `uniswap_v3`, `sushiswap` … */
  readonly dex: string
  readonly pool: Address
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** The fee of a Uniswap V3 pool in hundredths of a basis point. Null for other pools. */
  readonly fee: number | null
  /** Like `SwapRoute.quote`, for this pool alone. */
  quote(amountIn: bigint): bigint | null
}

/** A swap of one token for another through one or more pools, quoted exactly from their state at one block. */
export type SwapRoute = {
  readonly hops: readonly Hop[]
  /** Gas used by the swap. */
  readonly gas: bigint
  /**
   * Returns the output for an exact input, in base units, or null if the pools cannot take the full input or the state
   * that was read does not reach far enough.
   */
  quote(amountIn: bigint): bigint | null
}

/** Swap routes between tokens at one block. */
export type SwapRoutes = {
  readonly blockNumber: bigint
  /**
   * Returns the routes, the best for a small amount first, or an empty list. A token has one route to itself, without
   * hops.
   */
  between(tokenIn: Address, tokenOut: Address): readonly SwapRoute[]
}
