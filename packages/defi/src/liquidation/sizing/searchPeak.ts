export type Peak = { readonly at: bigint; readonly value: bigint }

/** Share of the interval that golden-section search keeps in each step, per mille. */
const golden = 618n
/** Relative tolerance of 1/4096. The peak is flat, so the error in height is below a millionth. */
const closeness = 4_096n
/** Tighter tolerance where values end (become null), because the height is not flat there. */
const cliffCloseness = closeness ** 3n

/**
 * Returns the highest value found between two amounts, for a function that rises to one peak and then falls. A null value
 * is lower than any other. Rounding may distort the function by a few units.
 */
export function searchPeak(from: bigint, to: bigint, valueAt: (amount: bigint) => bigint | null): Peak | null {
  let best: Peak | null = null
  const evaluate = (at: bigint) => {
    const value = valueAt(at)
    if (value !== null && (best === null || value > best.value)) best = { at, value }
    return { at, value }
  }
  const isLower = (a: bigint | null, b: bigint | null) => (a === null ? b !== null : b !== null && a < b)
  let [low, high] = [from, to]
  let isCliff = false
  let left = evaluate(high - ((high - low) * golden) / 1_000n)
  let right = evaluate(low + ((high - low) * golden) / 1_000n)
  while (high - low > 2n && (high - low) * closeness > high) {
    // If both are null, quotable amounts are to the left.
    if (isLower(left.value, right.value)) {
      ;[low, left] = [left.at, right]
      right = evaluate(low + ((high - low) * golden) / 1_000n)
    } else {
      isCliff = right.value === null
      ;[high, right] = [right.at, left]
      left = evaluate(high - ((high - low) * golden) / 1_000n)
    }
  }
  // If quotes end here, the function may rise up to that cliff.
  while (isCliff && high - low > 1n && (high - low) * cliffCloseness > high) {
    const { at, value } = evaluate((low + high) / 2n)
    if (value === null) high = at
    else low = at
  }
  return best
}
