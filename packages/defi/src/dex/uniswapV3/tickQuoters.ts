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
