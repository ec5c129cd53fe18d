/** A block whose time is known from its header. */
export type Anchor = { readonly number: number; readonly timestamp: number }

/**
 * Creates a function that returns the time of a block in Unix seconds. Times of anchors are exact. Times between two
 * anchors are interpolated, and times outside are extrapolated from the nearest anchor with the chain's block time.
 * `anchors` must be in ascending order by number.
 */
export function createBlockTimes(
  anchors: readonly Anchor[],
  blockTimeMs: number,
): (number: number) => { readonly timestamp: number; readonly isTimeExact: boolean } {
  return (number) => {
    let above = 0
    while (above < anchors.length && (anchors[above] as Anchor).number < number) above += 1
    const next = anchors[above]
    const previous = anchors[above - 1]
    if (next?.number === number) return { timestamp: next.timestamp, isTimeExact: true }
    if (previous !== undefined && next !== undefined) {
      const share = (number - previous.number) / (next.number - previous.number)
      return {
        timestamp: Math.round(previous.timestamp + share * (next.timestamp - previous.timestamp)),
        isTimeExact: false,
      }
    }
    const nearest = previous ?? next
    if (nearest === undefined) return { timestamp: 0, isTimeExact: false }
    return {
      timestamp: Math.round(nearest.timestamp + ((number - nearest.number) * blockTimeMs) / 1000),
      isTimeExact: false,
    }
  }
}
