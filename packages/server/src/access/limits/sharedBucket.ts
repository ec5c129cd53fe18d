import { createTokenBucket, type TokenBucket } from '@outrigger/core/internal'

/** A bucket of which this node has a part. */
export type SharedBucket = TokenBucket & {
  setShare(share: number, nowMs: number): void
  /** What was asked for since the last time, granted or not, in parts of a second's worth. */
  readAsked(): number
}

/** @param size of the whole bucket; a part of it holds one token at least */
export function createSharedBucket(perSecond: number, size: number, share: number): SharedBucket {
  const create = () => createTokenBucket(perSecond * share, Math.max(1, size * share))
  let bucket = create()
  let asked = 0
  return {
    take(nowMs, count = 1, longestMs) {
      asked += count
      return bucket.take(nowMs, count, longestMs)
    },
    waitMs: (nowMs, count) => bucket.waitMs(nowMs, count),
    giveBack: (count) => bucket.giveBack(count),
    // As if the others had used as much of theirs.
    level: (nowMs) => bucket.level(nowMs) / share,
    setShare(next, nowMs) {
      if (next === share) return
      const level = bucket.level(nowMs)
      share = next
      bucket = create()
      // It starts full, and is to hold what there was; it may owe some.
      bucket.take(nowMs, Math.max(0, bucket.level(nowMs) - level), Number.POSITIVE_INFINITY)
    },
    readAsked() {
      const part = asked / perSecond
      asked = 0
      return part
    },
  }
}
