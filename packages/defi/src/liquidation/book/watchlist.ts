import type { ScreenWeights, WeightSlot } from './screenWeights.ts'

/** The rows that the last full screen found within `watchlistMargin` of the limit, and all rows that were set later. */
export type Watchlist = {
  readonly screenWeights: ScreenWeights
  readonly rows: number[]
  readonly members: Set<number>
}

/**
 * Collateral prices may fall and debt prices rise by this factor before a full screen is needed. An update usually moves a
 * price by at most 1 %. Twice the margin would double the rows to check after each update.
 */
export const watchlistMargin = 1.05
/** Price change from which a full screen is repeated in the background. */
export const renewMargin = 1.025
/** Far more than the rounding error of the comparisons below. */
const rounding = 1 + 1e-9

/**
 * Returns whether only rows of the watchlist can be below the limit at other weights.
 *
 * Proof, for C and D the sums, S the slack, e the error: all other rows had C(1 - e) - 2S > margin · limit · (D(1 + e) + S).
 * Now C is at least `fall` times its earlier value, D at most `rise` times, S at most `rise` and twice `fall` times, and e
 * is not greater. So C(1 - e) - S ≥ fall · (earlier left side) > fall · margin · limit · (earlier D(1 + e) + S)
 * ≥ fall · margin / rise · limit · (current D(1 + e) + S), which is above the limit if fall · margin ≥ rise.
 */
export function coversEveryAccountBelow(
  { screenWeights: then }: Watchlist,
  now: ScreenWeights,
  slots: readonly WeightSlot[],
  margin: number = watchlistMargin,
): boolean {
  let rise = ratio(now.mostSlack, then.mostSlack)
  let fall = Number.POSITIVE_INFINITY
  const slack = rise
  // Slots that were added later belong to rows that are already in the watchlist.
  for (let index = 0; index < then.weights.length; index += 1) {
    const change = ratio(now.weights[index] ?? Number.NaN, then.weights[index] as number)
    if (slots[index]?.mode === null) rise = Math.max(rise, change)
    else fall = Math.min(fall, change)
  }
  return now.error <= then.error && slack <= 2 * fall && fall * margin > rise * rounding
}

/** Returns NaN if one of them is NaN. The watchlist then covers nothing. */
const ratio = (now: number, before: number): number => (now === before ? 1 : now / before)
