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
  /** What this pool alone pays, as `SwapRoute.quote`. */
  quote(amountIn: bigint): bigint | null
}

/** A swap of one token for another through one pool or more, quoted exactly from the pools' state at one block. */
export type SwapRoute = {
  readonly hops: readonly Hop[]
  /** Gas of the swap. */
  readonly gas: bigint
  /**
   * What the pools pay for an exact amount sold, in base units of the token bought; null where they cannot take it all
   * or the state read does not reach that far.
   */
  quote(amountIn: bigint): bigint | null
}

/** Swap routes between tokens at one block. */
export type SwapRoutes = {
  readonly blockNumber: bigint
  /** Best first for a small amount; empty where none was found. From a token to itself there is one route, without hops. */
  between(tokenIn: Address, tokenOut: Address): readonly SwapRoute[]
}
