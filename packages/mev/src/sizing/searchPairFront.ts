import type { PairVictim } from './pairSandwich.ts'

/** The smaller part of the golden section. */
const golden = (3 - Math.sqrt(5)) / 2
const steps = 64

/**
 * The front that earns most around several swaps of one pair, in floating point: up to the largest that lets all of them
 * pass, since each victim gets less the larger it is. 0 where none earns.
 *
 * @param victims in the order they come, all on the pair as it is before the first
 */
export function searchPairFront(victims: readonly PairVictim[]): number {
  const [first] = victims
  if (first === undefined) return 0
  const swaps = victims.map(({ amountIn, minAmountOut }) => [Number(amountIn), Number(minAmountOut)] as const)
  const [reserveIn, reserveOut] = [Number(first.reserveIn), Number(first.reserveOut)]
  const share = 1 - first.fee / 1_000_000

  /** What it earns; NaN where a victim would revert. */
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

/** The largest front that lets all victims pass, by bisection; what a pair holds a thousand times over is enough. */
function toLargest(play: (front: number) => number, reserveIn: number): number {
  let [borne, refused] = [0, reserveIn * 1_000]
  if (!Number.isNaN(play(refused))) return refused
  for (let step = 0; step < steps; step++) {
    const middle = (borne + refused) / 2
    if (Number.isNaN(play(middle))) refused = middle
    else borne = middle
  }
  return borne
}
