import type { Address, Hex } from 'viem'
import { balancerStableKind } from './balancer/stable.ts'
import { weightedKind } from './balancer/weighted.ts'
import { cryptoswapKind } from './curve/cryptoswap.ts'
import { stableswapKind } from './curve/stableswap.ts'
import type { ExactOutcome, PoolKind, PoolLog, SwapOutcome } from './poolKind.ts'
import type { PoolKindId, PoolState } from './poolState.ts'
import { solidlyKind } from './solidly/solidlyKind.ts'
import { pairKind } from './uniswapV2/pairKind.ts'
import { tickKind } from './uniswapV3/tickKind.ts'
import { v4Kind } from './uniswapV4/v4Kind.ts'

/** All types of pool with exact arithmetic, by id. */
export const poolKinds: {
  readonly [id in PoolKindId]: PoolKind<Extract<PoolState, { readonly kind: id }>>
} = {
  pair: pairKind,
  ticks: tickKind,
  v4: v4Kind,
  solidly: solidlyKind,
  stableswap: stableswapKind,
  cryptoswap: cryptoswapKind,
  weighted: weightedKind,
  balancerStable: balancerStableKind,
}

/** `topic0` of every event that changes the state of a pool. */
export const poolTopics: readonly Hex[] = [...new Set(Object.values(poolKinds).flatMap(({ topics }) => topics))]

// `poolKinds` matches each kind with its own state, so this lookup never pairs a state with another kind.
const toKind = (state: PoolState): PoolKind => poolKinds[state.kind]

/**
 * Returns the exact output of a pool for an exact input, in smallest units, or null in the cases described in
 * `PoolKind`. Token addresses are lower case.
 *
 * @example
 * quotePool(state, weth, usdc, 10n ** 18n)
 */
export function quotePool(state: PoolState, tokenIn: Address, tokenOut: Address, amountIn: bigint): bigint | null {
  return toKind(state).quote(state, tokenIn, tokenOut, amountIn)
}

/**
 * Like `quotePool`, with the pool after the swap.
 *
 * @example
 * const first = swapPool(state, weth, usdc, 10n ** 18n)
 * const second = first && swapPool(first.next, weth, usdc, 10n ** 18n)
 */
export function swapPool(state: PoolState, tokenIn: Address, tokenOut: Address, amountIn: bigint): SwapOutcome | null {
  return toKind(state).swap(state, tokenIn, tokenOut, amountIn)
}

/**
 * Returns the exact input of a pool for an exact output, with the pool after the swap.
 *
 * @returns undefined if the kind has no formula of its own for exact outputs
 */
export function swapPoolOut(
  state: PoolState,
  tokenIn: Address,
  tokenOut: Address,
  amountOut: bigint,
): ExactOutcome | null | undefined {
  return toKind(state).swapOut?.(state, tokenIn, tokenOut, amountOut)
}

/** Returns output per input for an infinitely small swap, after the fee, in smallest units; 0 if unknown. */
export function toPoolRate(state: PoolState, tokenIn: Address, tokenOut: Address): number {
  return toKind(state).toRate(state, tokenIn, tokenOut)
}

/**
 * Returns the pool after a log of its contract, or `unknown` if it must be read again. Logs of other pools change
 * nothing.
 */
export function applyPoolLog(state: PoolState, log: PoolLog): PoolState | 'unknown' {
  return toKind(state).applyLog(state, log)
}

/**
 * Returns the pool at a later time (unix seconds), assuming that no log has changed it. Returns `unknown` if rates
 * that other contracts set may have changed.
 */
export function advancePool(state: PoolState, timestamp: bigint): PoolState | 'unknown' {
  const { advance } = toKind(state)
  return advance ? advance(state, timestamp) : state
}
