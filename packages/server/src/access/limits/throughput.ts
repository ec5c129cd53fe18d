import type { Clock } from '@outrigger/core'
import { createCache } from '@outrigger/core/internal'

const maxKeys = 10_000

/**
 * Calls per second and key: a bucket that holds one second's worth and fills steadily. Remembers the 10,000 keys seen
 * last.
 */
export function createThroughput(clock: Clock): {
  /** Milliseconds until `count` calls fit, 0 when they are taken now; `Infinity` when they never fit at once. */
  take(keyId: string, count: number, perSecond: number): number
} {
  const buckets = createCache<{ left: number; atMs: number }>({ max: maxKeys, clock })
  return {
    take(keyId, count, perSecond) {
      if (perSecond === Number.POSITIVE_INFINITY) return 0
      if (count > perSecond) return Number.POSITIVE_INFINITY
      const now = clock.now()
      let bucket = buckets.get(keyId)
      if (bucket === undefined) {
        bucket = { left: perSecond, atMs: now }
        buckets.set(keyId, bucket)
      }
      const elapsedMs = Math.max(0, now - bucket.atMs)
      bucket.left = Math.min(perSecond, bucket.left + (elapsedMs * perSecond) / 1000)
      bucket.atMs = now
      if (bucket.left < count) return Math.ceil(((count - bucket.left) / perSecond) * 1000)
      bucket.left -= count
      return 0
    },
  }
}
