import type { Address, Hex } from 'viem'

/** Swap in one pool, with the amounts that the pool received and paid. */
export type PoolSwap = {
  readonly protocol: string
  /** Address of the pool, or its id if one contract holds many pools. */
  readonly pool: Hex
  readonly holder: Address
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Payer of the pool. Null if no transfer shows it. */
  readonly payer: Address | null
  readonly recipient: Address | null
  /** True if the pool's first token was sold. */
  readonly zeroForOne: boolean
}

/** True if a token contract sold its own token, i.e. a collected transfer tax. */
export const isSaleByToken = ({ payer, tokenIn }: PoolSwap): boolean => payer === tokenIn

/** Swap with a known direction but no transfers: a hop inside a contract that holds many pools. */
export type HiddenSwap = {
  readonly protocol: string
  readonly pool: Hex
  readonly holder: Address
  readonly tokenIn: null
  readonly tokenOut: null
  readonly zeroForOne: boolean
  readonly amountIn: bigint
  readonly amountOut: bigint
}
