import type { Hex } from 'viem'
import type { PoolState } from '../poolState.ts'
import { type AgingPools, createAgingPools } from './agingPools.ts'
import type { KeptPools } from './keptPools.ts'
import type { PoolCatalog } from './poolCatalog.ts'
import { type PoolVersion, toNextVersion } from './poolVersion.ts'
import type { DuePool } from './readDuePools.ts'
import { createUnreadPools, type UnreadPools } from './unreadPools.ts'
import type { VersionHistory } from './versionHistory.ts'

/** The states of the kept pools, and the pools to be read. */
export type PoolStates = {
  readonly unread: UnreadPools
  readonly aging: AgingPools
  /** Number of states evicted since the start. */
  readonly evicted: number
  /** Returns a pool's state at the latest block. */
  get(id: Hex): PoolState | null
  /** Returns how to read a pool. Empty if the pool is unknown. */
  toDue(id: Hex): readonly DuePool[]
  /** Returns the next version with new states and without evicted pools. */
  toVersion(states: Iterable<readonly [Hex, PoolState | null]>): PoolVersion
  /** Checks all pools again after states were reverted or lost. */
  reviewAll(): void
  /** Removes pools that are no longer on the chain. */
  remove(ids: readonly Hex[]): void
}

type PoolStatesOptions = {
  readonly catalog: PoolCatalog
  readonly history: VersionHistory
  readonly kept: KeptPools
}

export function createPoolStates({ catalog, history, kept }: PoolStatesOptions): PoolStates {
  const unread = createUnreadPools(kept)
  const get = (id: Hex): PoolState | null => history.version.states.get(id) ?? null
  const aging = createAgingPools(kept, get)
  let evicted = 0

  function forget(id: Hex): void {
    unread.forget(id)
    aging.forget(id)
  }
  function reviewAll(): void {
    history.replace(withoutGiven(history.version, kept))
    for (const id of kept.ids()) unread.review(id, get(id))
  }

  return {
    unread,
    aging,
    get,
    reviewAll,
    get evicted() {
      return evicted
    },
    toDue(id) {
      const pool = catalog.get(id)
      return pool ? [{ pool, known: get(id) ?? aging.toProven(id), tick: unread.toTick(id) }] : []
    },
    toVersion(states) {
      const changes = new Map(states)
      for (const id of kept.evict()) {
        evicted += 1
        forget(id)
        changes.set(id, null)
      }
      return toNextVersion(history.version, changes)
    },
    remove(ids) {
      catalog.remove(ids)
      for (const id of ids) {
        kept.delete(id)
        forget(id)
      }
      reviewAll()
    },
  }
}

/** An earlier version may contain pools that were evicted since. */
function withoutGiven(version: PoolVersion, kept: KeptPools): PoolVersion {
  const given = ([...version.states.keys()] as Hex[]).filter((id) => !kept.has(id))
  return given.length === 0 ? version : toNextVersion(version, new Map(given.map((id) => [id, null])))
}
