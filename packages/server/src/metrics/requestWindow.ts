import { durationBounds, toQuantileMs } from './durations.ts'
import type { RequestCounts, RequestTotals } from './requestCounts.ts'

const slots = 12

/** Reads the requests answered within the last minute. */
export function createRequestWindow(requests: RequestCounts) {
  const past: { readonly atMs: number; readonly totals: RequestTotals }[] = []
  const take = () => ({ atMs: performance.now(), totals: requests.totals() })
  past.push(take())
  return {
    /** Starts a new twelfth of the window. */
    move() {
      past.push(take())
      if (past.length > slots + 1) past.shift()
    },
    /** Returns the last twelve slots, which are a minute. */
    minute() {
      const first = past[0] ?? take()
      const now = take()
      const count = now.totals.count - first.totals.count
      const buckets = now.totals.buckets.map((value, index) => value - (first.totals.buckets[index] ?? 0))
      const seconds = now.totals.seconds - first.totals.seconds
      return {
        count,
        failed: now.totals.failed - first.totals.failed,
        seconds: (now.atMs - first.atMs) / 1000,
        averageMs: count === 0 ? undefined : (1000 * seconds) / count,
        quantileMs: (q: number) => toQuantileMs(buckets, count, q),
        within: (limit: number) =>
          buckets.reduce((sum, value, index) => sum + ((durationBounds[index] as number) <= limit ? value : 0), 0),
      }
    },
  }
}
