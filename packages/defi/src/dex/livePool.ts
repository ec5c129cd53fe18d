import type { Address } from 'viem'
import type { BlockReader } from '../reads/blockReader.ts'
import type { Pool } from './pool.ts'
import { computePairOutput, type PairState } from './uniswapV2/math.ts'
import { getPairState } from './uniswapV2/read.ts'
import { createTickQuoter } from './uniswapV3/math.ts'
import { getTickState } from './uniswapV3/read.ts'
import type { TickState } from './uniswapV3/tickState.ts'

/** A pool with its state at one block. */
export type LivePool = {
  readonly pool: Pool
  readonly ticks: TickState | null
  /** Reserve of a token. For a V3 pool, the virtual reserve at the current tick. */
  depth(token: Address): bigint
  quote(tokenIn: Address, amountIn: bigint): bigint | null
}

export function toLivePair(pool: Pool, state: PairState): LivePool {
  const isFirst = (token: Address) => token === pool.tokens[0]
  return {
    pool,
    ticks: null,
    depth: (token) => (isFirst(token) ? state.reserve0 : state.reserve1),
    quote: (tokenIn, amountIn) => computePairOutput(state, isFirst(tokenIn), amountIn),
  }
}

export function toLiveTicks(pool: Pool, ticks: TickState): LivePool {
  const { liquidity, sqrtPriceX96 } = ticks
  const isFirst = (token: Address) => token === pool.tokens[0]
  const [down, up] = [createTickQuoter(ticks, true), createTickQuoter(ticks, false)]
  return {
    pool,
    ticks,
    depth: (token) => (isFirst(token) ? (liquidity << 96n) / sqrtPriceX96 : (liquidity * sqrtPriceX96) >> 96n),
    quote: (tokenIn, amountIn) => (isFirst(tokenIn) ? down : up).quote(amountIn),
  }
}

/** Reads a pool at the reader's block. Returns undefined if the contract does not respond like a pool. */
export async function getLivePool(
  reader: BlockReader,
  pool: Pool,
  known: LivePool | undefined,
): Promise<LivePool | undefined> {
  if (pool.form === 'pair') {
    const state = await getPairState(reader, pool.address, pool.fee)
    return state && toLivePair(pool, state)
  }
  const state = await getTickState(reader, pool.address, pool.fee, known?.ticks ?? undefined)
  return state && toLiveTicks(pool, state)
}
