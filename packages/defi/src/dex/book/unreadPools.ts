import { createBoundedMap } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { PoolState } from '../poolState.ts'
import type { KeptPools } from './keptPools.ts'
import type { DueReading } from './readDuePools.ts'
import { createTickReach } from './tickReach.ts'

const rememberedFailures = 10_000
const mostIgnored = 255

/**
 * Number of failed reads in a row, and of further touches to ignore, because anyone can create a contract that never
 * responds.
 */
type Failures = { readonly count: number; readonly ignored: number }

/** The pools to read, and the known ticks of their prices. */
export type UnreadPools = {
  readonly size: number
  has(id: Hex): boolean
  /** Whether the contract did not respond the last time. */
  hasFailed(id: Hex): boolean
  /** The tick of a pool's price, if known. */
  toTick(id: Hex): number | undefined
  /** The pools to read, requested ones first. */
  ids(): Iterable<Hex>
  add(id: Hex): void
  /** Marks a pool as due if it has no state, or if its price is near the end of its ticks. */
  review(id: Hex, state: PoolState | null): void
  setTick(id: Hex, tick: number): void
  applyReading(reading: DueReading): void
  forget(id: Hex): void
}

export function createUnreadPools(kept: KeptPools): UnreadPools {
  const unread = new Set<Hex>()
  const ticks = new Map<Hex, number>()
  const failures = createBoundedMap<Hex, Failures>(rememberedFailures)
  const reach = createTickReach()

  function finish(id: Hex): void {
    unread.delete(id)
    ticks.delete(id)
  }
  function setTick(id: Hex, tick: number): void {
    if (unread.has(id)) ticks.set(id, tick)
  }
  /** Returns whether the contract failed so often that this touch is ignored. Requested pools are never ignored. */
  function isIgnored(id: Hex): boolean {
    const failed = failures.get(id)
    if (failed === undefined || failed.ignored === 0 || kept.isRequested(id)) return false
    failures.set(id, { ...failed, ignored: failed.ignored - 1 })
    return true
  }

  return {
    get size() {
      return unread.size
    },
    has: (id) => unread.has(id),
    hasFailed: (id) => failures.has(id),
    toTick: (id) => ticks.get(id),
    *ids() {
      for (const id of unread) if (kept.isRequested(id)) yield id
      for (const id of unread) if (!kept.isRequested(id)) yield id
    },
    add: (id) => void unread.add(id),
    review(id, state) {
      const isDue = kept.has(id) && (state === null ? !isIgnored(id) : reach.isNearEnd(state))
      if (isDue) unread.add(id)
      else unread.delete(id)
    },
    setTick,
    applyReading({ states, ticks: prices, unanswered, misplaced }) {
      for (const [id, state] of states) {
        finish(id)
        reach.set(id, state)
        failures.delete(id)
      }
      for (const id of unanswered) {
        finish(id)
        const count = (failures.get(id)?.count ?? 0) + 1
        failures.set(id, { count, ignored: Math.min(mostIgnored, 2 ** (count - 1) - 1) })
      }
      for (const id of misplaced) ticks.delete(id)
      for (const [id, tick] of prices) setTick(id, tick)
    },
    forget(id) {
      finish(id)
      reach.delete(id)
    },
  }
}
