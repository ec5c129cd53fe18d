export type Peak = { readonly at: bigint; readonly value: bigint }

/** Of the interval, per mille: what golden-section search keeps in each step. */
const golden = 618n
/** Relative tolerance 1/4096. The peak is flat: that close to it, less than a millionth of its height is missing. */
const closeness = 4_096n
/** An edge is steep: there it is sought as close as amounts go. */
const cliffCloseness = closeness ** 3n

/**
 * The highest value found between two amounts of a function that rises to one peak and falls after it; null is lower than
 * any. Rounding may bend it by some units.
 */
export function searchPeak(from: bigint, to: bigint, valueAt: (amount: bigint) => bigint | null): Peak | null {
  let best: Peak | null = null
  const look = (at: bigint) => {
    const value = valueAt(at)
    if (value !== null && (best === null || value > best.value)) best = { at, value }
    return { at, value }
  }
  const isLower = (a: bigint | null, b: bigint | null) => (a === null ? b !== null : b !== null && a < b)
  let [low, high] = [from, to]
  let isCliff = false
  let left = look(high - ((high - low) * golden) / 1_000n)
  let right = look(low + ((high - low) * golden) / 1_000n)
  while (high - low > 2n && (high - low) * closeness > high) {
    // Where both are null what can be quoted is to the left.
    if (isLower(left.value, right.value)) {
      ;[low, left] = [left.at, right]
      right = look(low + ((high - low) * golden) / 1_000n)
    } else {
      isCliff = right.value === null
      ;[high, right] = [right.at, left]
      left = look(high - ((high - low) * golden) / 1_000n)
    }
  }
  // Where it ends because nothing can be quoted any more it may rise up to there, and is not flat.
  while (isCliff && high - low > 1n && (high - low) * cliffCloseness > high) {
    const { at, value } = look((low + high) / 2n)
    if (value === null) high = at
    else low = at
  }
  return best
}
