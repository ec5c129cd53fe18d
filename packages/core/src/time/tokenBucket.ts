/** A bucket that fills with tokens at a steady rate, up to its size. */
export type TokenBucket = {
  /**
   * Takes `count` tokens. Returns the milliseconds until they may be used. If that is longer than `longestMs`, takes
   * nothing and returns null. A full bucket also allows a request that is larger than its size, and owes the rest.
   */
  take(nowMs: number, count?: number, longestMs?: number): number | null
  /** Milliseconds until `count` tokens are available. */
  waitMs(nowMs: number, count?: number): number
  /** Returns tokens that were not used. */
  giveBack(count: number): void
  /** Number of tokens. Negative while tokens are owed. */
  level(nowMs: number): number
}

const endless: TokenBucket = {
  take: () => 0,
  waitMs: () => 0,
  giveBack: () => {},
  level: () => Number.POSITIVE_INFINITY,
}

/**
 * Creates a token bucket. In any `t` seconds it allows at most `size + perSecond * t` tokens, and no fewer under
 * constant load. The bucket starts full.
 *
 * @param size largest number of tokens taken at once
 * @example
 * const bucket = createTokenBucket(25)
 * bucket.take(Date.now()) // 0
 */
export function createTokenBucket(perSecond: number, size = Math.max(1, perSecond)): TokenBucket {
  if (perSecond === Number.POSITIVE_INFINITY) return endless
  let tokens = size
  let atMs = Number.NEGATIVE_INFINITY

  function refill(nowMs: number): void {
    if (nowMs > atMs) tokens = Math.min(size, tokens + ((nowMs - atMs) * perSecond) / 1000)
    // After the clock was set back, the count starts again.
    atMs = nowMs
  }
  function waitMs(nowMs: number, count = 1): number {
    refill(nowMs)
    const missing = Math.min(count, size) - tokens
    return missing <= 0 ? 0 : Math.ceil((missing * 1000) / perSecond)
  }
  return {
    waitMs,
    take(nowMs, count = 1, longestMs = 0) {
      const wait = waitMs(nowMs, count)
      if (wait > longestMs) return null
      tokens -= count
      return wait
    },
    giveBack(count) {
      tokens = Math.min(size, tokens + count)
    },
    level(nowMs) {
      refill(nowMs)
      return tokens
    },
  }
}
