import type { Address } from 'viem'
import type { PoolKind } from './poolKind.ts'
import type { PoolState } from './poolState.ts'

/** Where two tokens stand in a pool of any number of them; null unless both are its own and differ. */
export function toTokenIndices(
  tokens: readonly Address[],
  tokenIn: Address,
  tokenOut: Address,
): readonly [i: number, j: number] | null {
  const i = tokens.indexOf(tokenIn)
  const j = tokens.indexOf(tokenOut)
  return i < 0 || j < 0 || i === j ? null : [i, j]
}

/** The list with the values at two places replaced. */
export function replaceTwo(
  values: readonly bigint[],
  [i, j]: readonly [number, number],
  [atI, atJ]: readonly [bigint, bigint],
): readonly bigint[] {
  return values.map((value, index) => (index === i ? atI : index === j ? atJ : value))
}

/** What a swap pays, and the two balances that it leaves. */
export type BalanceSwap = { readonly amountOut: bigint; readonly balanceIn: bigint; readonly balanceOut: bigint }

/** The part of a `PoolKind` whose swaps change nothing but two balances. An output of nothing is none. */
export function toBalanceSwaps<state extends PoolState & { readonly balances: readonly bigint[] }>(
  compute: (pool: state, indices: readonly [number, number], amountIn: bigint) => BalanceSwap | null,
): Pick<PoolKind<state>, 'quote' | 'swap'> {
  return {
    quote(pool, tokenIn, tokenOut, amountIn) {
      const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
      return (indices && compute(pool, indices, amountIn)?.amountOut) || null
    },
    swap(pool, tokenIn, tokenOut, amountIn) {
      const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
      const swap = indices && compute(pool, indices, amountIn)
      if (!indices || !swap?.amountOut) return null
      const balances = replaceTwo(pool.balances, indices, [swap.balanceIn, swap.balanceOut])
      return { amountOut: swap.amountOut, next: { ...pool, balances } }
    },
  }
}

/** What an exact output takes, and the two balances that it leaves. */
export type BalanceSwapOut = { readonly amountIn: bigint; readonly balanceIn: bigint; readonly balanceOut: bigint }

/** The same for exact outputs. */
export function toBalanceSwapsOut<state extends PoolState & { readonly balances: readonly bigint[] }>(
  compute: (pool: state, indices: readonly [number, number], amountOut: bigint) => BalanceSwapOut | null,
): Required<Pick<PoolKind<state>, 'swapOut'>> {
  return {
    swapOut(pool, tokenIn, tokenOut, amountOut) {
      const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
      const swap = indices && compute(pool, indices, amountOut)
      if (!indices || !swap?.amountIn) return null
      const balances = replaceTwo(pool.balances, indices, [swap.balanceIn, swap.balanceOut])
      return { amountIn: swap.amountIn, next: { ...pool, balances } }
    },
  }
}
