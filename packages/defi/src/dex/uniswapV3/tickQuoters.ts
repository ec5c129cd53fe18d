import { createTickQuoter, type TickQuoter } from './math.ts'
import type { TickState } from './tickState.ts'

const [down, up] = [new WeakMap<TickState, TickQuoter>(), new WeakMap<TickState, TickQuoter>()]

/**
 * Returns the quoter of a state and direction. It is created once per state and garbage-collected with it, so its
 * stretches are reused.
 */
export function toTickQuoter(state: TickState, isZeroForOne: boolean, fee: number): TickQuoter {
  const quoters = isZeroForOne ? down : up
  let quoter = quoters.get(state)
  if (quoter === undefined) {
    quoter = createTickQuoter(state, isZeroForOne, fee)
    quoters.set(state, quoter)
  }
  return quoter
}

/** Returns output per input at the first liquidity, after the fee; 0 if no liquidity is known. */
export function computeTickRate(state: TickState, isZeroForOne: boolean, fee: number): number {
  const start = toTickQuoter(state, isZeroForOne, fee).toStart()
  if (start === null) return 0
  const price = (Number(start.sqrtPrice) / 2 ** 96) ** 2
  return (isZeroForOne ? price : 1 / price) * (1 - fee / 1e6)
}

/**
 * Returns a lower bound for price impact: the virtual output reserve, in floating point, if the greatest liquidity
 * ahead were everywhere. No swap moves the price less than on that curve. Infinity if no liquidity is known.
 */
export function computeTickDepth(state: TickState, isZeroForOne: boolean, fee: number): number {
  const start = toTickQuoter(state, isZeroForOne, fee).toStart()
  if (start === null) return Number.POSITIVE_INFINITY
  const { ticks, tick } = state
  let liquidity = Number(state.liquidity)
  let most = liquidity
  const cross = (net: number) => {
    liquidity += net
    if (liquidity > most) most = liquidity
  }
  if (isZeroForOne) {
    for (const one of ticks.toReversed()) if (one.tick <= tick) cross(-Number(one.liquidityNet))
  } else for (const one of ticks) if (one.tick > tick) cross(Number(one.liquidityNet))
  const sqrtPrice = Number(start.sqrtPrice) / 2 ** 96
  return isZeroForOne ? most * sqrtPrice : most / sqrtPrice
}
