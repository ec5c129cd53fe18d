import { quotePool } from '@outrigger/defi/internal'
import { type Leg, quoteLegs, toReserve } from './leg.ts'

const million = 1_000_000n
const maxSteps = 300

/**
 * Returns the input that a path needs for an exact output, or null if the pools cannot pay it. Pairs use `getAmountIn` of Uniswap
 * V2's library. Other pools are searched for the lowest sufficient input, which may differ from the contract by rounding.
 */
export function computeAmountIn(legs: readonly Leg[], amountOut: bigint): bigint | null {
  let amount: bigint | null = amountOut
  for (const leg of legs.toReversed()) {
    if (amount === null) return null
    amount = leg.pool.kind === 'pair' ? invertPair(leg, amount) : invert(leg, amount)
  }
  return amount
}

function invertPair({ pool, tokenIn, tokenOut }: Leg, amountOut: bigint): bigint | null {
  if (pool.kind !== 'pair') return null
  const [reserveIn, reserveOut] = [toReserve(pool, tokenIn), toReserve(pool, tokenOut)]
  const share = million - BigInt(pool.fee)
  // The state of a pool may contain arbitrary values.
  if (amountOut <= 0n || amountOut >= reserveOut || reserveIn <= 0n || share <= 0n) return null
  return (reserveIn * amountOut * million) / ((reserveOut - amountOut) * share) + 1n
}

/** Returns the lowest input with at least this output, by doubling and bisection. */
function invert(leg: Leg, amountOut: bigint): bigint | null {
  let high = guess(leg, amountOut)
  let low = 0n
  let steps = 0
  for (; (quoteLegs([leg], high) ?? -1n) < amountOut; high *= 2n) {
    if (quoteLegs([leg], high) === null || ++steps > maxSteps) return searchBelow(leg, amountOut, low, high)
    low = high
  }
  return bisect(leg, amountOut, low, high)
}

/** Handles the case that doubling exceeded the pool's maximum input. */
function searchBelow(leg: Leg, amountOut: bigint, low: bigint, tooHigh: bigint): bigint | null {
  let [left, right] = [low, tooHigh]
  for (let steps = 0; steps < maxSteps && right - left > 1n; steps++) {
    const middle = (left + right) / 2n
    const paid = quoteLegs([leg], middle)
    if (paid === null) right = middle
    else if (paid < amountOut) left = middle
    else return bisect(leg, amountOut, left, middle)
  }
  return null
}

function bisect(leg: Leg, amountOut: bigint, low: bigint, high: bigint): bigint {
  let [left, right] = [low, high]
  while (right - left > 1n) {
    const middle = (left + right) / 2n
    if ((quoteLegs([leg], middle) ?? 0n) >= amountOut) right = middle
    else left = middle
  }
  return right
}

function guess({ pool, tokenIn, tokenOut }: Leg, amountOut: bigint): bigint {
  const backwards = quotePool(pool, tokenOut, tokenIn, amountOut)
  return backwards === null || backwards <= 0n ? 1n : backwards
}
