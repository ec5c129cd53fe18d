import type { MempoolTransaction } from '../watcherTypes.ts'

/** Highest priority first, among equals the earliest. */
export function byPriority(a: MempoolTransaction, b: MempoolTransaction): number {
  return b.priorityScore - a.priorityScore || a.firstSeenMs - b.firstSeenMs
}
