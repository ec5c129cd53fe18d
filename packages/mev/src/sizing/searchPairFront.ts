import { searchGoldenSection } from '@outrigger/core/internal'
import type { PairVictim } from './pairSandwich.ts'

const steps = 64

/**
 * Finds the most profitable front around several swaps in one pair, in floating point. The upper bound is the largest front that
 * lets all swaps succeed, because a larger front leaves less to each victim. Returns 0 if none is profitable.
 *
 * @param victims in execution order, all with the pair's state before the first
 */
export function searchPairFront(victims: readonly PairVictim[]): number {
  const [first] = victims
  if (first === undefined) return 0
  const swaps = victims.map(({ amountIn, minAmountOut }) => [Number(amountIn), Number(minAmountOut)] as const)
  const [reserveIn, reserveOut] = [Number(first.reserveIn), Number(first.reserveOut)]
  const share = 1 - first.fee / 1_000_000

  /** Returns the profit, or NaN if a victim would revert. */
  function play(front: number): number {
    const bought = (reserveOut * share * front) / (reserveIn + share * front)
    let [into, outOf] = [reserveIn + front, reserveOut - bought]
    for (const [amountIn, least] of swaps) {
      const given = (outOf * share * amountIn) / (into + share * amountIn)
      if (given < least) return Number.NaN
      into += amountIn
      outOf -= given
    }
    return (into * share * bought) / (outOf + share * bought) - front
  }

  let best = { front: 0, profit: 0 }
  const valueAt = (front: number): number => {
    const profit = play(front)
    if (profit > best.profit) best = { front, profit }
    return profit
  }
  searchGoldenSection(valueAt, [0, toLargest(play, reserveIn)], (_low, _high, done) => done >= steps)
  return best.front
}

/** Returns the largest front that lets all victims succeed, by bisection up to 1000 times the pair's reserve. */
function toLargest(play: (front: number) => number, reserveIn: number): number {
  let [tolerated, rejected] = [0, reserveIn * 1_000]
  if (!Number.isNaN(play(rejected))) return rejected
  for (let step = 0; step < steps; step++) {
    const middle = (tolerated + rejected) / 2
    if (Number.isNaN(play(middle))) rejected = middle
    else tolerated = middle
  }
  return tolerated
}
