import type { Address } from 'viem'

/** One pool of a route. */
export type Hop = {
  /** `uniswap_v2`, `uniswap_v3`, `sushiswap` … */
  readonly dex: string
  readonly pool: Address
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Of a Uniswap V3 pool, in hundredths of a bip; null elsewhere. */
  readonly fee: number | null
  /** The output of this pool alone, as `SwapRoute.quote`. */
  quote(amountIn: bigint): bigint | null
}

/** A swap of one token for another through one pool or more, quoted exactly from the pools' state at one block. */
export type SwapRoute = {
  readonly hops: readonly Hop[]
  /** Gas of the swap. */
  readonly gas: bigint
  /**
   * The output for an exact input, in base units; null where the pools cannot take all of it or the state that was read
   * does not reach that far.
   */
  quote(amountIn: bigint): bigint | null
}

/** Swap routes between tokens at one block. */
export type SwapRoutes = {
  readonly blockNumber: bigint
  /** Best first for a small amount; empty where none was found. From a token to itself there is one route, without hops. */
  between(tokenIn: Address, tokenOut: Address): readonly SwapRoute[]
}
