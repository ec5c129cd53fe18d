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

/** The kinds of pool whose arithmetic is exact here, by id. */
export const poolKinds: PoolKinds = {
  pair: pairKind,
  ticks: tickKind,
  v4: v4Kind,
  solidly: solidlyKind,
  stableswap: stableswapKind,
  cryptoswap: cryptoswapKind,
  weighted: weightedKind,
  balancerStable: balancerStableKind,
}

type PoolKinds = { readonly [id in PoolKindId]?: PoolKind<Extract<PoolState, { readonly kind: id }>> }

/** `topic0` of every event that changes the state of a pool. */
export const poolTopics: readonly Hex[] = [...new Set(Object.values(poolKinds).flatMap(({ topics }) => topics))]

// `PoolKinds` ties each kind to its own state, and a state is handed to the kind of its name only.
const toKind = (state: PoolState): PoolKind | undefined => poolKinds[state.kind]

/**
 * The exact output of a pool for an exact input, in smallest units; null as `PoolKind` says. Tokens are lower case.
 *
 * @example
 * quotePool(state, weth, usdc, 10n ** 18n)
 */
export function quotePool(state: PoolState, tokenIn: Address, tokenOut: Address, amountIn: bigint): bigint | null {
  return toKind(state)?.quote(state, tokenIn, tokenOut, amountIn) ?? null
}

/**
 * The same, with the pool as the swap leaves it.
 *
 * @example
 * const first = swapPool(state, weth, usdc, 10n ** 18n)
 * const second = first && swapPool(first.next, weth, usdc, 10n ** 18n)
 */
export function swapPool(state: PoolState, tokenIn: Address, tokenOut: Address, amountIn: bigint): SwapOutcome | null {
  return toKind(state)?.swap(state, tokenIn, tokenOut, amountIn) ?? null
}

/**
 * The exact input of a pool for an exact output, with the pool as the swap leaves it.
 *
 * @returns undefined where the kind has no formula of its own for it
 */
export function swapPoolOut(
  state: PoolState,
  tokenIn: Address,
  tokenOut: Address,
  amountOut: bigint,
): ExactOutcome | null | undefined {
  return toKind(state)?.swapOut?.(state, tokenIn, tokenOut, amountOut)
}

/** Output per input of an infinitely small swap, after the fee, in smallest units; 0 where there is none. */
export function toPoolRate(state: PoolState, tokenIn: Address, tokenOut: Address): number {
  return toKind(state)?.toRate(state, tokenIn, tokenOut) ?? 0
}

/** The pool after a log of its contract; `unknown` where it must be read anew. A log of another pool changes nothing. */
export function applyPoolLog(state: PoolState, log: PoolLog): PoolState | 'unknown' {
  return toKind(state)?.applyLog(state, log) ?? 'unknown'
}

/** The pool at a later time (unix seconds) when no log moved it; `unknown` where what it reads of others may have moved. */
export function advancePool(state: PoolState, timestamp: bigint): PoolState | 'unknown' {
  const kind = toKind(state)
  if (!kind) return 'unknown'
  return kind.advance ? kind.advance(state, timestamp) : state
}
