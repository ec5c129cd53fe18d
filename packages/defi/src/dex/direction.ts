import type { Address } from 'viem'

/** Whether a swap sells the pool's first token for its second; null where the tokens are not the pool's two. */
export function toDirection(tokens: readonly Address[], tokenIn: Address, tokenOut: Address): boolean | null {
  if (tokens[0] === tokenIn && tokens[1] === tokenOut) return true
  return tokens[1] === tokenIn && tokens[0] === tokenOut ? false : null
}
