import type { Address, Hex } from 'viem'
import type { PoolState } from './poolState.ts'

/** What a swap pays and what it leaves behind. */
export type SwapOutcome<state extends PoolState = PoolState> = { readonly amountOut: bigint; readonly next: state }

/** What a swap of an exact output takes, and what it leaves behind. */
export type ExactOutcome<state extends PoolState = PoolState> = { readonly amountIn: bigint; readonly next: state }

/** A log as every source has it: a receipt, `eth_getLogs`, a simulation. Addresses are lower case. */
export type PoolLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }

/**
 * A type of pool: exact arithmetic, and how logs move its state. One folder and one line in `poolKinds` each.
 *
 * Every function is pure. `null` says that the state does not reach that far (an empty pool, ticks that were not read, a
 * token that is not the pool's, a swap the contract would revert); it never guesses.
 */
export type PoolKind<state extends PoolState = PoolState> = {
  readonly kind: state['kind']
  /** The output for an exact input, in smallest units, equal to the contract to the wei. */
  quote(pool: state, tokenIn: Address, tokenOut: Address, amountIn: bigint): bigint | null
  /** The same, with the pool as the swap leaves it. */
  swap(pool: state, tokenIn: Address, tokenOut: Address, amountIn: bigint): SwapOutcome<state> | null
  /** The input for an exact output, where the contract has another formula or other limits than those of an exact input. */
  swapOut?(pool: state, tokenIn: Address, tokenOut: Address, amountOut: bigint): ExactOutcome<state> | null
  /** Output per input of an infinitely small swap, after the fee, in smallest units. 0 where there is none. For screening. */
  toRate(pool: state, tokenIn: Address, tokenOut: Address): number
  /** `topic0` of the events that change the state. */
  readonly topics: readonly Hex[]
  /** The pool after a log of its contract; `unknown` where the log does not say all that changed and it must be read anew. */
  applyLog(pool: state, log: PoolLog): state | 'unknown'
  /**
   * The pool at a later time (unix seconds) when no log moved it: an amplification goes on; `unknown` where other contracts
   * set a rate and it must be read anew. Absent where time changes nothing.
   */
  advance?(pool: state, timestamp: bigint): state | 'unknown'
}
