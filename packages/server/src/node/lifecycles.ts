import type { Unwatch } from '@outrigger/core'
import { createBoundedMap } from '@outrigger/core/internal'
import { type MempoolEvent, type MempoolWatcher, SequenceGoneError, type Transition } from '@outrigger/mempool'
import type { Hex } from 'viem'

/** A transition of a transaction. `atMs` is Unix ms. */
export type LifecycleStep = Pick<MempoolEvent, 'atMs' | 'transition'>

/** The transitions of the transactions in a mempool. */
export type Lifecycle = {
  /** Transitions since `sinceMs`, by kind. */
  counts(): Readonly<Partial<Record<Transition['kind'], number>>>
  /** Unix ms; null before the first transition. */
  sinceMs(): number | null
  /** The latest transitions of each kind, newest first. Excludes transitions to pending. */
  latest(): readonly MempoolEvent[]
  /** The known transitions of one transaction, oldest first. */
  of(hash: Hex): readonly LifecycleStep[]
}

const maxTransactions = 50_000
/** Of each kind, so that the many mined transactions do not displace the few that failed. */
const maxLatest = 50
/** How many past events of the watcher to read. Tried in order, because the watcher may have dropped the older ones. */
const reaches = [Number.POSITIVE_INFINITY, 50_000, 5_000, 500, 0]

/** Creates lifecycles that are recorded from the first call for a watcher on, and include the events that it still stores. */
export function createLifecycles(): (watcher: MempoolWatcher) => Lifecycle {
  const byWatcher = new WeakMap<MempoolWatcher, Lifecycle>()
  return (watcher) => {
    const lifecycle = byWatcher.get(watcher) ?? recordLifecycle(watcher)
    byWatcher.set(watcher, lifecycle)
    return lifecycle
  }
}

function recordLifecycle(watcher: MempoolWatcher): Lifecycle {
  const counts: Partial<Record<Transition['kind'], number>> = {}
  const byHash = createBoundedMap<Hex, readonly LifecycleStep[]>(maxTransactions)
  const latest: Latest = new Map()
  let firstMs: number | null = null

  followFromFar(watcher, (event) => {
    const { entry, atMs, transition } = event
    firstMs ??= atMs
    counts[transition.kind] = (counts[transition.kind] ?? 0) + 1
    const { hash } = entry.transaction
    // Without the entry, whose calldata may be large.
    byHash.set(hash, [...(byHash.peek(hash) ?? []), { atMs, transition }])
    if (transition.kind === 'pending') return
    addLatest(latest, event)
  })
  return {
    counts: () => counts,
    sinceMs: () => firstMs,
    latest: () => [...latest.values()].flat().toSorted((a, b) => b.atMs - a.atMs),
    of: (hash) => byHash.peek(hash) ?? [],
  }
}

type Latest = Map<Transition['kind'], readonly MempoolEvent[]>

/** Adds an event to the latest of its kind, newest first. */
export function addLatest(latest: Latest, event: MempoolEvent): void {
  const { kind } = event.transition
  latest.set(kind, [event, ...(latest.get(kind) ?? [])].slice(0, maxLatest))
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
