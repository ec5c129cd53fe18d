// Beyond these a tip leaves the needs seen: above the largest, below the smallest. Natural logarithms.
const leaveAbove = 3
const leaveBelow = -20
const leaveRate = 1 / 4

/**
 * The tip, in wei, that a miss of a given price is worth: it minimises
 *
 *     E[(tip − need)+ / (baseFee + need)] + missPrice · P(need > tip)
 *
 * over the needs, each as likely as the other. The first term is what the tip overpays, as a share of the price that would
 * have been enough; `missPrice` is in the same unit. Where inclusion is cheap a price buys much of it, where a jump of
 * demand makes it dear little: with one price for all states of the market, the inclusion reached costs least.
 *
 * @param needs ascending, in wei
 * @param missPrices natural logarithms of miss prices, ascending
 * @returns a tip each, ascending; none above the largest need unless its price is above e^3
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

/** A tip that is the best for some price of a miss. */
type Corner = {
  readonly tip: number
  /** Needs met. */
  readonly met: number
  readonly overpaid: number
  /** Overpaid more than at the corner before, a need met more. Ascends. */
  readonly costOfOneMore: number
}

/** The lower convex hull of (needs met, overpaid) over all tips; it begins with no tip at all. */
function findCorners(needs: readonly number[], baseFee: number): readonly Corner[] {
  const corners: Corner[] = [{ tip: 0, met: 0, overpaid: 0, costOfOneMore: Number.NEGATIVE_INFINITY }]
  let weights = 0
  let shares = 0
  for (let index = 0; index < needs.length; index++) {
    const tip = needs[index] as number
    const weight = 1 / Math.max(1, baseFee + tip)
    weights += weight
    shares += tip * weight
    // Equal needs are met together.
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
