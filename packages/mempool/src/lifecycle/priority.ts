import type { MempoolTransaction } from '../watcherTypes.ts'

/** Compares for a sort by highest priority, then by earliest sighting. */
export function byPriority(a: MempoolTransaction, b: MempoolTransaction): number {
  return b.priorityScore - a.priorityScore || a.firstSeenMs - b.firstSeenMs
}
