/** A token bucket of one second's worth of calls. */
export type Budget = {
  /** Takes a call: milliseconds until it may be made, or null when that is later than `longestMs`. */
  take(nowMs: number, longestMs: number): number | null
  /** Whether a call may be made at once. */
  has(nowMs: number): boolean
}

const unlimited: Budget = { take: () => 0, has: () => true }

export function createBudget(perSecond: number): Budget {
  if (perSecond === Number.POSITIVE_INFINITY) return unlimited
  const size = Math.max(1, perSecond)
  let tokens = size
  let atMs = Number.NEGATIVE_INFINITY
  const refill = (nowMs: number) => {
    if (nowMs > atMs) tokens = Math.min(size, tokens + ((nowMs - atMs) * perSecond) / 1000)
    atMs = nowMs
  }
  return {
    take(nowMs, longestMs) {
      refill(nowMs)
      const waitMs = tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * 1000) / perSecond)
      if (waitMs > longestMs) return null
      // A caller that waits has taken its token already, so the bucket goes below zero.
      tokens -= 1
      return waitMs
    },
    has(nowMs) {
      refill(nowMs)
      return tokens >= 1
    },
  }
}
