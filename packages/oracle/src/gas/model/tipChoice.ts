// With miss prices above or below these natural logarithms, a tip may exceed the largest need or fall below the smallest.
const leaveAbove = 3
const leaveBelow = -20
const leaveRate = 1 / 4

/**
 * Returns, for each price of a miss, the tip in wei that minimizes
 *
 *     E[(tip − need)+ / (baseFee + need)] + missPrice · P(need > tip)
 *
 * over the needs, which are equally likely. The first term is the overpayment as a share of the price that was
 * enough, and `missPrice` has the same unit. Because the price of a miss is the same in all market regimes, the tips
 * buy more inclusion while inclusion is cheap and less while it is expensive. This reaches a given inclusion at the
 * lowest total cost.
 *
 * @param needs ascending, in wei
 * @param missPrices natural logarithms of miss prices, ascending
 * @returns one tip per price, ascending; a tip exceeds the largest need only if its price is above e^3
 */
export function computeTipsForMissPrices(
  needs: readonly number[],
  baseFee: number,
  missPrices: readonly number[],
): readonly number[] {
  const corners = findCorners(needs, baseFee)
  let last = 0
  return missPrices.map((price) => {
    const missPrice = Math.exp(price)
    let low = 0
    let high = corners.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((corners[middle] as Corner).costOfOneMore <= missPrice) low = middle
      else high = middle - 1
    }
    const beyond = Math.max(0, price - leaveAbove) + Math.min(0, price - leaveBelow)
    last = Math.max(last, (corners[low] as Corner).tip * Math.exp(beyond * leaveRate))
    return last
  })
}

/** A tip that is optimal for some price of a miss. */
type Corner = {
  readonly tip: number
  /** Number of needs that the tip meets. */
  readonly met: number
  readonly overpaid: number
  /** Additional overpayment per additional need met, compared to the previous corner. Ascends. */
  readonly costOfOneMore: number
}

/** Computes the lower convex hull of (needs met, overpayment) over all tips. It begins with a tip of zero. */
function findCorners(needs: readonly number[], baseFee: number): readonly Corner[] {
  const corners: Corner[] = [{ tip: 0, met: 0, overpaid: 0, costOfOneMore: Number.NEGATIVE_INFINITY }]
  let weights = 0
  let shares = 0
  for (let index = 0; index < needs.length; index++) {
    const tip = needs[index] as number
    const weight = 1 / Math.max(1, baseFee + tip)
    weights += weight
    shares += tip * weight
    // One tip meets all equal needs.
    if (tip === needs[index + 1]) continue
    const met = index + 1
    const overpaid = Math.max(0, tip * weights - shares)
    for (;;) {
      const before = corners[corners.length - 1] as Corner
      const costOfOneMore = (overpaid - before.overpaid) / (met - before.met)
      if (costOfOneMore > before.costOfOneMore) {
        corners.push({ tip, met, overpaid, costOfOneMore })
        break
      }
      corners.pop()
    }
  }
  return corners
}
