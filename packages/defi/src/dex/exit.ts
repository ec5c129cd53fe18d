import type { Address } from 'viem'

/** One pool on the way. */
export type Hop = {
  /** `uniswap_v2`, `uniswap_v3`, `sushiswap` … */
  readonly dex: string
  readonly pool: Address
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Of a Uniswap V3 pool, in hundredths of a bip; null elsewhere. */
  readonly fee: number | null
  /** What this pool alone pays, as `Exit.quote`. */
  quote(amountIn: bigint): bigint | null
}

/** A way to sell one token for another, with the state of its pools at one block: quoted by our own arithmetic, to the unit. */
export type Exit = {
  readonly hops: readonly Hop[]
  /** Gas of the swap. */
  readonly gas: bigint
  /**
   * What the pools pay for an exact amount sold, in base units of the token bought; null where they cannot take it all
   * or the state read does not reach that far.
   */
  quote(amountIn: bigint): bigint | null
}

/** Exits between tokens at one block. */
export type Exits = {
  readonly blockNumber: bigint
  /** Best first for a small amount; empty where none was found. Selling a token for itself has the one exit of no hops. */
  between(tokenIn: Address, tokenOut: Address): readonly Exit[]
}
