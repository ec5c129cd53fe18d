import type { Hex } from 'viem'
import type { PoolState } from '../poolState.ts'
import { type AgingPools, createAgingPools } from './agingPools.ts'
import type { KeptPools } from './keptPools.ts'
import type { PoolCatalog } from './poolCatalog.ts'
import { type PoolVersion, toNextVersion } from './poolVersion.ts'
import type { DuePool } from './readDuePools.ts'
import { createUnreadPools, type UnreadPools } from './unreadPools.ts'
import type { VersionHistory } from './versionHistory.ts'

/** The states of the pools that are held, and which of them are to be read. */
export type PoolStates = {
  readonly unread: UnreadPools
  readonly aging: AgingPools
  /** States given up since the start. */
  readonly evicted: number
  /** At the latest block. */
  get(id: Hex): PoolState | null
  /** A pool to be read; nothing where it is not known. */
  toDue(id: Hex): readonly DuePool[]
  /** The version with states that are new, and without the pools that are too many. */
  toVersion(states: Iterable<readonly [Hex, PoolState | null]>): PoolVersion
  /** After states have gone back or got lost. */
  reviewAll(): void
  /** Pools that are not on the chain any more. */
  remove(ids: readonly Hex[]): void
}

export type PoolStatesOptions = {
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

/** An earlier version has pools that were given up since. */
function withoutGiven(version: PoolVersion, kept: KeptPools): PoolVersion {
  const given = ([...version.states.keys()] as Hex[]).filter((id) => !kept.has(id))
  return given.length === 0 ? version : toNextVersion(version, new Map(given.map((id) => [id, null])))
}
