import type { PairVictim } from './pairSandwich.ts'

/** Smaller part of the golden section. */
const golden = (3 - Math.sqrt(5)) / 2
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

  let [low, high] = [0, toLargest(play, reserveIn)]
  let [left, right] = [low + golden * (high - low), high - golden * (high - low)]
  let [atLeft, atRight] = [play(left), play(right)]
  for (let step = 0; step < steps; step++) {
    if (atLeft >= atRight) {
      ;[high, right, atRight] = [right, left, atLeft]
      left = low + golden * (high - low)
      atLeft = play(left)
    } else {
      ;[low, left, atLeft] = [left, right, atRight]
      right = high - golden * (high - low)
      atRight = play(right)
    }
  }
  return Math.max(atLeft, atRight) > 0 ? (atLeft >= atRight ? left : right) : 0
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
