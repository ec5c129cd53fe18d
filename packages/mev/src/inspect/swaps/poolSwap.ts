import type { Address, Hex } from 'viem'

/** A swap in one pool: what the pool took in and what it gave. */
export type PoolSwap = {
  readonly protocol: string
  /** The pool: its address, or its id where one contract holds many. */
  readonly pool: Hex
  readonly holder: Address
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Who paid the pool; null where no transfer shows it. */
  readonly payer: Address | null
  readonly recipient: Address | null
  /** Whether the pool's first token was sold to it. */
  readonly zeroForOne: boolean
}

/** Whether a token's contract sold its own token: a transfer tax that it had collected. */
export const isSaleByToken = ({ payer, tokenIn }: PoolSwap): boolean => payer === tokenIn

/** A swap of which the log says the direction, but no transfer the tokens: a hop inside a contract that holds many pools. */
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
