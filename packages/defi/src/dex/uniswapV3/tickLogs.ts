import { type Hex, toEventSelector } from 'viem'
import { isWord, toLogWords, toSigned, toSignedTopic } from '../logWords.ts'
import type { PoolLog } from '../poolKind.ts'
import { changeLiquidity } from './changeLiquidity.ts'
import { maxTick } from './mathTicks.ts'
import type { TickState } from './tickState.ts'

const swap = toEventSelector('Swap(address,address,int256,int256,uint160,uint128,int24)')
/** PancakeSwap appends the protocol's fees to the same words. */
const pancakeSwap = toEventSelector('Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)')
const mint = toEventSelector('Mint(address,address,int24,int24,uint128,uint256,uint256)')
const burn = toEventSelector('Burn(address,int24,int24,uint128,uint256,uint256)')
const initialize = toEventSelector('Initialize(uint160,int24)')

/**
 * Events that change swaps. Changes of the protocol's share of the fee and collected fees are omitted, because they
 * do not change swaps.
 */
export const tickTopics: readonly Hex[] = [swap, pancakeSwap, mint, burn, initialize]

/** Returns the pool after one of its own logs. */
export function applyTickLog<state extends TickState>(state: state, { topics, data }: PoolLog): state | 'unknown' {
  const [event, , lower, upper] = topics
  switch (event) {
    case swap:
    case pancakeSwap: {
      const [, , sqrtPriceX96, liquidity, tick] = toLogWords(data, 5) ?? []
      return withPrice(state, sqrtPriceX96, liquidity, tick)
    }
    case mint: {
      const amount = toLogWords(data, 2)?.[1]
      return amount === undefined ? 'unknown' : applyPosition(state, lower, upper, amount)
    }
    case burn: {
      const amount = toLogWords(data, 1)?.[0]
      return amount === undefined ? 'unknown' : applyPosition(state, lower, upper, -amount)
    }
    case initialize: {
      const [sqrtPriceX96, tick] = toLogWords(data, 2) ?? []
      return withFirstPrice(state, sqrtPriceX96, tick)
    }
    default:
      return state
  }
}

function applyPosition<state extends TickState>(
  state: state,
  lower: Hex | undefined,
  upper: Hex | undefined,
  delta: bigint,
): state | 'unknown' {
  if (lower === undefined || upper === undefined || !isWord(lower) || !isWord(upper)) return 'unknown'
  return changeLiquidity(state, toSignedTopic(lower), toSignedTopic(upper), delta)
}

/** Returns `unknown` if the price has left the ticks that were read, because no swap can be quoted there. */
export function withPrice<state extends TickState>(
  state: state,
  sqrtPriceX96: bigint | undefined,
  liquidity: bigint | undefined,
  tickWord: bigint | undefined,
): state | 'unknown' {
  if (sqrtPriceX96 === undefined || liquidity === undefined || tickWord === undefined) return 'unknown'
  const tick = Number(toSigned(tickWord))
  return tick < state.from || tick > state.to ? 'unknown' : { ...state, sqrtPriceX96, liquidity, tick }
}

/** Returns the pool at its first price. Before that, a pool has no positions, so all its ticks are known. */
export function withFirstPrice<state extends TickState>(
  state: state,
  sqrtPriceX96: bigint | undefined,
  tickWord: bigint | undefined,
): state | 'unknown' {
  if (sqrtPriceX96 === undefined || tickWord === undefined) return 'unknown'
  const tick = Number(toSigned(tickWord))
  return { ...state, sqrtPriceX96, tick, liquidity: 0n, ticks: [], from: -maxTick, to: maxTick }
}
