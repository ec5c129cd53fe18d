import type { Unwatch } from '@outrigger/core'
import { createBoundedMap } from '@outrigger/core/internal'
import { type MempoolEvent, type MempoolWatcher, SequenceGoneError } from '@outrigger/mempool'
import type { Hex } from 'viem'

type Kind = MempoolEvent['transition']['kind']

/** The transitions of the transactions in a mempool. */
export type Lifecycles = {
  /** Transitions since `sinceMs`, by kind. */
  counts(): Readonly<Partial<Record<Kind, number>>>
  /** Unix ms; null before the first transition. */
  sinceMs(): number | null
  /** The latest transitions, newest first. Excludes transitions to pending. */
  latest(): readonly MempoolEvent[]
  /** The known transitions of one transaction, oldest first. */
  of(hash: Hex): readonly MempoolEvent[]
}

const maxTransactions = 50_000
const maxLatest = 100
/** How many past events of the watcher to read. Tried in order, because the watcher may have dropped the older ones. */
const reaches = [Number.POSITIVE_INFINITY, 50_000, 5_000, 500, 0]

/** Collects the transitions of a watcher from the first call on, plus those the watcher still has. Ends with the watcher. */
export function keepLifecycles(watcher: MempoolWatcher): Lifecycles {
  const counts: Partial<Record<Kind, number>> = {}
  const byHash = createBoundedMap<Hex, readonly MempoolEvent[]>(maxTransactions)
  const latest: MempoolEvent[] = []
  let sinceMs: number | null = null

  followFromFar(watcher, (event) => {
    const { kind } = event.transition
    sinceMs ??= event.atMs
    counts[kind] = (counts[kind] ?? 0) + 1
    const { hash } = event.entry.transaction
    byHash.set(hash, [...(byHash.peek(hash) ?? []), event])
    if (kind === 'pending') return
    latest.unshift(event)
    latest.length = Math.min(latest.length, maxLatest)
  })
  return {
    counts: () => counts,
    sinceMs: () => sinceMs,
    latest: () => latest,
    of: (hash) => byHash.peek(hash) ?? [],
  }
}

function followFromFar(watcher: MempoolWatcher, onEvent: (event: MempoolEvent) => void): Unwatch {
  const { sequence } = watcher.status()
  for (const reach of reaches)
    try {
      return watcher.follow(onEvent, { since: Math.max(0, sequence - reach) })
    } catch (error) {
      if (!(error instanceof SequenceGoneError)) throw error
    }
  return watcher.follow(onEvent)
}
