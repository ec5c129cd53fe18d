import type { PoolBookStatus } from './poolBookTypes.ts'
import type { PoolFollower } from './poolFollower.ts'
import type { PoolParts } from './poolParts.ts'
import type { PoolSearch } from './poolSearch.ts'

type Drivers = { readonly search: PoolSearch | null; readonly follower: PoolFollower }

export function toStatus(
  { catalog, history, tracker, proof }: PoolParts,
  { search, follower }: Drivers,
): PoolBookStatus {
  const isReady = follower.hasCaughtUp && (search === null || search.isDone)
  const { compared, repaired, blockNumber } = proof
  return {
    state: isReady ? 'ready' : 'building',
    progress: search?.progress ?? 1,
    known: catalog.size,
    loaded: history.version.states.size,
    waiting: tracker.waiting,
    evicted: { states: tracker.evicted, names: catalog.evicted },
    proof: { compared, repaired, blockNumber },
    reason: follower.trouble ?? search?.trouble ?? null,
  }
}

/** Creates a filter of status changes, so that a user who watches a book is not notified of every new pool. */
export function createStatusFilter() {
  let reported = ''
  return {
    isNew({ state, progress, evicted, proof, reason }: PoolBookStatus): boolean {
      const text = JSON.stringify([state, Math.floor(progress * 1_000), evicted, proof.repaired, reason])
      if (text === reported) return false
      reported = text
      return true
    },
  }
}
