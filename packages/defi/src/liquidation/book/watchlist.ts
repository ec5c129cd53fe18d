import type { ScreenWeights, WeightSlot } from './screenWeights.ts'

/** Rows that a full screen has found no further above the limit than `nearMargin`, and all that were set since. */
export type Watchlist = {
  readonly screenWeights: ScreenWeights
  readonly rows: number[]
  readonly members: Set<number>
}

/**
 * Prices may move by as much between two full screens, those of collateral down and those of debt up. An update moves one by a
 * hundredth at most as a rule; twice the margin doubles the accounts that are looked at after each.
 */
export const watchlistMargin = 1.05
/** Prices may move by as much before a full screen is made while nobody waits for it. */
export const renewMargin = 1.025
/** Far more than the comparisons below are off. */
const rounding = 1 + 1e-9

/**
 * Whether nobody but the rows of the watchlist can be below the limit at other weights.
 *
 * Proof, for C and D the sums, S the slack, e the error: all other rows had C(1 - e) - 2S > margin · limit · (D(1 + e) + S).
 * Now C is at least `fall` times what it was, D at most `rise` times, S at most `rise` and twice `fall` times, and e no
 * greater. So C(1 - e) - S ≥ fall · (what was on the left) > fall · margin · limit · (D(1 + e) + S of then)
 * ≥ fall · margin / rise · limit · (D(1 + e) + S of now), which is above the limit if fall · margin ≥ rise.
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
  // Slots that were added later belong to rows that are in it already.
  for (let index = 0; index < then.weights.length; index += 1) {
    const change = ratio(now.weights[index] ?? Number.NaN, then.weights[index] as number)
    if (slots[index]?.mode === null) rise = Math.max(rise, change)
    else fall = Math.min(fall, change)
  }
  return now.error <= then.error && slack <= 2 * fall && fall * margin > rise * rounding
}

/** NaN where one of them is: then it covers nothing. */
const ratio = (now: number, before: number): number => (now === before ? 1 : now / before)
