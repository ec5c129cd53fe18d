import { createTickQuoter, type TickQuoter } from './math.ts'
import type { TickState } from './tickState.ts'

const [down, up] = [new WeakMap<TickState, TickQuoter>(), new WeakMap<TickState, TickQuoter>()]

/** The quoter of a direction of a state, made once: what it has walked through is found again for as long as the state lives. */
export function toTickQuoter(state: TickState, isZeroForOne: boolean, fee: number): TickQuoter {
  const quoters = isZeroForOne ? down : up
  let quoter = quoters.get(state)
  if (quoter === undefined) {
    quoter = createTickQuoter(state, isZeroForOne, fee)
    quoters.set(state, quoter)
  }
  return quoter
}

/** Output per input where the first liquidity is, after the fee; 0 where none is known. */
export function computeTickRate(state: TickState, isZeroForOne: boolean, fee: number): number {
  const start = toTickQuoter(state, isZeroForOne, fee).toStart()
  if (start === null) return 0
  const price = (Number(start.sqrtPrice) / 2 ** 96) ** 2
  return (isZeroForOne ? price : 1 / price) * (1 - fee / 1e6)
}

/**
 * The virtual reserve that a swap is paid from, in floating point, if the most liquidity there is on its way were everywhere: no
 * swap moves the price less than along that curve. Infinite where no liquidity is known.
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
