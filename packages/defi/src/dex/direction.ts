import type { Address, Hex } from 'viem'
import { toLogWords } from './logWords.ts'
import type { PoolKind, PoolLog, SwapOutcome } from './poolKind.ts'
import type { PairPool, PoolState, SolidlyPool } from './poolState.ts'

/** Returns whether a swap sells the pool's first token for its second, or null if these are not the pool's two tokens. */
function toDirection(tokens: readonly Address[], tokenIn: Address, tokenOut: Address): boolean | null {
  if (tokens[0] === tokenIn && tokens[1] === tokenOut) return true
  return tokens[1] === tokenIn && tokens[0] === tokenOut ? false : null
}

type DirectedSwaps<state extends PoolState> = {
  readonly quote: (pool: state, isZeroForOne: boolean, amountIn: bigint) => bigint | null
  readonly swap: (pool: state, isZeroForOne: boolean, amountIn: bigint) => SwapOutcome<state> | null
  readonly toRate: (pool: state, isZeroForOne: boolean) => number
}

/** Builds the part of a `PoolKind` for pools of two tokens from functions of a swap's direction. */
export function toDirectedSwaps<state extends PoolState>(
  compute: DirectedSwaps<state>,
): Pick<PoolKind<state>, 'quote' | 'swap' | 'toRate'> {
  return {
    quote(pool, tokenIn, tokenOut, amountIn) {
      const isZeroForOne = toDirection(pool.tokens, tokenIn, tokenOut)
      return isZeroForOne === null ? null : compute.quote(pool, isZeroForOne, amountIn)
    },
    swap(pool, tokenIn, tokenOut, amountIn) {
      const isZeroForOne = toDirection(pool.tokens, tokenIn, tokenOut)
      return isZeroForOne === null ? null : compute.swap(pool, isZeroForOne, amountIn)
    },
    toRate(pool, tokenIn, tokenOut) {
      const isZeroForOne = toDirection(pool.tokens, tokenIn, tokenOut)
      return isZeroForOne === null ? 0 : compute.toRate(pool, isZeroForOne)
    },
  }
}

/** Returns a pair after a log. `sync` is the event with which a pair reports both reserves after every change. */
export function applySync<pair extends PairPool | SolidlyPool>(
  sync: Hex,
  pool: pair,
  { address, topics, data }: PoolLog,
): pair | 'unknown' {
  if (address !== pool.address || topics[0] !== sync) return pool
  const [reserve0, reserve1] = toLogWords(data, 2) ?? []
  return reserve0 === undefined || reserve1 === undefined ? 'unknown' : { ...pool, reserve0, reserve1 }
}
