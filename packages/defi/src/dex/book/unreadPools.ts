import { createBoundedMap } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { PoolState } from '../poolState.ts'
import type { KeptPools } from './keptPools.ts'
import type { DueReading } from './readDuePools.ts'
import { createTickReach } from './tickReach.ts'

const rememberedFailures = 10_000
const mostIgnored = 255

/** Of readings in a row, and how many touches are still to be ignored: anybody can make a contract that never answers. */
type Failures = { readonly count: number; readonly ignored: number }

/** Pools that are to be read, and what is known of where to read. */
export type UnreadPools = {
  readonly size: number
  has(id: Hex): boolean
  /** Contracts that last did not answer. */
  hasFailed(id: Hex): boolean
  /** Where the price of a pool is, if it is known. */
  toTick(id: Hex): number | undefined
  /** Those wanted first. */
  ids(): Iterable<Hex>
  add(id: Hex): void
  /** Whether it is to be read follows from its state: from none, or from a price near the end of its ticks. */
  review(id: Hex, state: PoolState | null): void
  setTick(id: Hex, tick: number): void
  take(reading: DueReading): void
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
  /** Whether its contract has failed so often that this touch is not worth a reading. Those wanted always are. */
  function isIgnored(id: Hex): boolean {
    const failed = failures.get(id)
    if (failed === undefined || failed.ignored === 0 || kept.isWanted(id)) return false
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
      for (const id of unread) if (kept.isWanted(id)) yield id
      for (const id of unread) if (!kept.isWanted(id)) yield id
    },
    add: (id) => void unread.add(id),
    review(id, state) {
      const isDue = kept.has(id) && (state === null ? !isIgnored(id) : reach.isNearEnd(state))
      if (isDue) unread.add(id)
      else unread.delete(id)
    },
    setTick,
    take({ states, ticks: prices, unanswered, misled }) {
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
      for (const id of misled) ticks.delete(id)
      for (const [id, tick] of prices) setTick(id, tick)
    },
    forget(id) {
      finish(id)
      reach.delete(id)
    },
  }
}
