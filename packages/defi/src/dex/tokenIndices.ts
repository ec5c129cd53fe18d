import type { Address } from 'viem'
import type { PoolKind } from './poolKind.ts'
import type { PoolState } from './poolState.ts'

/**
 * Returns the indices of two tokens in a pool of any number of tokens, or null unless both belong to the pool and
 * differ.
 */
export function toTokenIndices(
  tokens: readonly Address[],
  tokenIn: Address,
  tokenOut: Address,
): readonly [i: number, j: number] | null {
  const i = tokens.indexOf(tokenIn)
  const j = tokens.indexOf(tokenOut)
  return i < 0 || j < 0 || i === j ? null : [i, j]
}

/** Returns the list with the values at two indices replaced. */
export function replaceTwo(
  values: readonly bigint[],
  [i, j]: readonly [number, number],
  [atI, atJ]: readonly [bigint, bigint],
): readonly bigint[] {
  return values.map((value, index) => (index === i ? atI : index === j ? atJ : value))
}

type Balanced = PoolState & { readonly balances: readonly bigint[] }
type NewBalances = { readonly balanceIn: bigint; readonly balanceOut: bigint }

/** A swap with exact input: its output, and the two balances after it. */
export type BalanceSwap = NewBalances & { readonly amountOut: bigint }
/** A swap with exact output: its input, and the two balances after it. */
export type BalanceSwapOut = NewBalances & { readonly amountIn: bigint }

type Compute<state, swap> = (pool: state, indices: readonly [number, number], amount: bigint) => swap | null

/** Builds the part of a `PoolKind` whose swaps only change two balances. A swap without output returns null. */
export function toBalanceSwaps<state extends Balanced>(
  compute: Compute<state, BalanceSwap>,
): Pick<PoolKind<state>, 'quote' | 'swap'> {
  return {
    quote(pool, tokenIn, tokenOut, amountIn) {
      const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
      return (indices && compute(pool, indices, amountIn)?.amountOut) || null
    },
    swap(pool, tokenIn, tokenOut, amountIn) {
      const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
      const swap = indices && compute(pool, indices, amountIn)
      return indices && swap?.amountOut ? { amountOut: swap.amountOut, next: withBalances(pool, indices, swap) } : null
    },
  }
}

/** Like `toBalanceSwaps`, for exact outputs. */
export function toBalanceSwapsOut<state extends Balanced>(
  compute: Compute<state, BalanceSwapOut>,
): Required<Pick<PoolKind<state>, 'swapOut'>> {
  return {
    swapOut(pool, tokenIn, tokenOut, amountOut) {
      const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
      const swap = indices && compute(pool, indices, amountOut)
      return indices && swap?.amountIn ? { amountIn: swap.amountIn, next: withBalances(pool, indices, swap) } : null
    },
  }
}

function withBalances<state extends Balanced>(
  pool: state,
  indices: readonly [number, number],
  { balanceIn, balanceOut }: NewBalances,
): state {
  return { ...pool, balances: replaceTwo(pool.balances, indices, [balanceIn, balanceOut]) }
}
