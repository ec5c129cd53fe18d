import type { Address, Hex } from 'viem'
import type { PoolState } from './poolState.ts'

/** The output of a swap with exact input, and the pool after it. */
export type SwapOutcome<state extends PoolState = PoolState> = { readonly amountOut: bigint; readonly next: state }

/** The input of a swap with exact output, and the pool after it. */
export type ExactOutcome<state extends PoolState = PoolState> = { readonly amountIn: bigint; readonly next: state }

/** A log from any source: a receipt, `eth_getLogs` or a simulation. Addresses are lower case. */
export type PoolLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }

/**
 * A type of pool: its exact arithmetic, and how logs change its state. Each type has one folder and one line in
 * `poolKinds`.
 *
 * All functions are pure. They return null if the state is not sufficient: the pool is empty, the needed ticks were
 * not read, a token does not belong to the pool, or the contract would revert. They never estimate.
 */
export type PoolKind<state extends PoolState = PoolState> = {
  readonly kind: state['kind']
  /** Returns the output for an exact input, in smallest units, equal to the contract to the wei. */
  quote(pool: state, tokenIn: Address, tokenOut: Address, amountIn: bigint): bigint | null
  /** Like `quote`, with the pool after the swap. */
  swap(pool: state, tokenIn: Address, tokenOut: Address, amountIn: bigint): SwapOutcome<state> | null
  /**
   * Returns the input for an exact output. Only present if the contract's formula or limits differ from those for an
   * exact input.
   */
  swapOut?(pool: state, tokenIn: Address, tokenOut: Address, amountOut: bigint): ExactOutcome<state> | null
  /**
   * Returns output per input for an infinitely small swap, after the fee, in smallest units; 0 if unknown. Used for
   * screening only.
   */
  toRate(pool: state, tokenIn: Address, tokenOut: Address): number
  /** `topic0` of the events that change the state. */
  readonly topics: readonly Hex[]
  /**
   * Returns the pool after a log of its contract, or `unknown` if the log does not report all changes and the pool must
   * be read again.
   */
  applyLog(pool: state, log: PoolLog): state | 'unknown'
  /**
   * Returns the pool at a later time (unix seconds) if no log changed it, for example during an amplification ramp.
   * Returns `unknown` if other contracts set a rate, so that the pool must be read again. Absent if time changes
   * nothing.
   */
  advance?(pool: state, timestamp: bigint): state | 'unknown'
}
