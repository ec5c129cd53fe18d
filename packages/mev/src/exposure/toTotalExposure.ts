import type { Address } from 'viem'
import type { SwapExposure } from './swapExposure.ts'

/** Possible loss of all swaps of a transaction that share one limit, in smallest units of `token`. */
export type TotalExposure = {
  /** The token that is not fixed: received for an exact input, paid for an exact output. */
  readonly token: Address
  readonly exact: 'in' | 'out'
  /** Sum of the swaps' quoted amounts. */
  readonly quotedAmount: bigint
  /** Minimum output, or maximum input, of all swaps together. */
  readonly limit: bigint
  /** Maximum loss that `limit` permits, whether or not an attack is profitable. */
  readonly maxLost: bigint
  /** Largest loss to profitable sandwiches. 0 if none is profitable after gas. */
  readonly lost: bigint
  /** `lost` in wei. Null if no pool provides a price. */
  readonly lostWei: bigint | null
  /** Limit of all swaps together at which no sandwich of one of them is profitable. */
  readonly safeLimit: bigint
}

/** A swap of a transaction whose swaps share one limit. */
export type ExposedLeg = {
  readonly exposure: SwapExposure
  /** Index of the leg whose output it swaps. Null if the sender pays, undefined if several legs pay. */
  readonly paidBy: number | null | undefined
  /** Returns the output for another input. Null if it cannot be computed. */
  readonly play: (amountIn: bigint) => bigint | null
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
const distance = (a: bigint, b: bigint) => (a > b ? a - b : b - a)
const inOrder = (amounts: readonly bigint[]) => amounts.toSorted((a, b) => (a < b ? -1 : 1))
const least = (amounts: readonly bigint[]) => inOrder(amounts)[0] ?? 0n
const most = (amounts: readonly bigint[]) => inOrder(amounts).at(-1) ?? 0n
const allKnown = (amounts: readonly (bigint | null)[]): amounts is readonly bigint[] => !amounts.includes(null)

/** Returns the loss at the end of the path that a leg begins, in smallest units of its last token. */
function toLossAtEnd(legs: readonly ExposedLeg[], index: number, loss: bigint): bigint | null {
  const next = legs.findIndex(({ paidBy }) => paidBy === index)
  const leg = legs[next]
  if (leg === undefined) return loss
  const { amountIn, quotedAmount } = leg.exposure
  const output = leg.play(amountIn - loss)
  return output === null ? null : toLossAtEnd(legs, next, quotedAmount - output)
}

/**
 * Adds up swaps that share one limit. The limit of each swap assumes that the other ones return their quotes, so each `maxLost` is the
 * whole tolerance, and only one of them can be taken. The attack on the swap with the smallest safe loss sets the safe limit.
 *
 * @returns null if the paths end in different tokens, if some swaps have limits of their own, or if it is unknown who pays a swap
 */
export function toTotalExposure(legs: readonly ExposedLeg[]): TotalExposure | null {
  const isPaying = (index: number) => legs.some(({ paidBy }) => paidBy === index)
  const ends = legs.flatMap(({ exposure }, index) => (isPaying(index) ? [] : exposure))
  const [first] = ends
  if (first === undefined || legs.some(({ paidBy }) => paidBy === undefined)) return null
  const { exact } = first
  const toToken = ({ tokenIn, tokenOut }: SwapExposure) => (exact === 'in' ? tokenOut : tokenIn)
  if (legs.some(({ exposure }) => exposure.exact !== exact || (exact === 'out' && exposure.tokenIn !== first.tokenIn)))
    return null
  const maxLost = most(ends.map((end) => end.maxLost))
  // A swap smaller than the tolerance may lose all its output.
  const hasOwnLimit = (end: SwapExposure) => end.maxLost !== maxLost && !(exact === 'in' && end.limit === 0n)
  if (ends.some((end) => toToken(end) !== toToken(first) || hasOwnLimit(end))) return null
  const losses = legs.map(({ exposure }, index) => toLossAtEnd(legs, index, exposure.lost))
  const safeLosses = legs.map(({ exposure: { quotedAmount, safeLimit } }, index) =>
    toLossAtEnd(legs, index, distance(quotedAmount, safeLimit)),
  )
  if (!allKnown(losses) || !allKnown(safeLosses)) return null
  const quotedAmount = sum(ends.map((end) => end.quotedAmount))
  const [lostByAll, worths] = [sum(losses), legs.map(({ exposure }) => exposure.lostWei)]
  const lost = least([lostByAll, maxLost])
  const toLimit = (loss: bigint) => (exact === 'in' ? quotedAmount - loss : quotedAmount + loss)
  return {
    token: toToken(first),
    exact,
    quotedAmount,
    limit: toLimit(maxLost),
    maxLost,
    lost,
    lostWei: allKnown(worths) ? (lost === 0n ? 0n : (sum(worths) * lost) / lostByAll) : null,
    safeLimit: toLimit(least(safeLosses)),
  }
}
