/** A bucket of tokens that fills steadily and holds no more than its size. */
export type TokenBucket = {
  /**
   * Takes `count` tokens: milliseconds until they may be used, or null, with nothing taken, when that is later than
   * `longestMs`. What costs more than the bucket holds is let through by a full one, which then owes the rest.
   */
  take(nowMs: number, count?: number, longestMs?: number): number | null
  /** Milliseconds until `count` tokens may be taken at once. */
  waitMs(nowMs: number, count?: number): number
  /** Puts back what was taken for nothing. */
  giveBack(count: number): void
  /** Tokens there are; below zero for what is owed. */
  level(nowMs: number): number
}

const endless: TokenBucket = {
  take: () => 0,
  waitMs: () => 0,
  giveBack: () => {},
  level: () => Number.POSITIVE_INFINITY,
}

/**
 * In any time of `t` seconds at most `size + perSecond * t` tokens are taken, and under load no less. It starts full.
 *
 * @param size most that is taken at once
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
    // A clock that was set back starts a new count.
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
