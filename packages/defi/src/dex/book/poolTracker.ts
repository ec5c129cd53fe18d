import type { Hex } from 'viem'
import type { PoolLog } from '../poolKind.ts'
import type { PoolState } from '../poolState.ts'
import { computeStep } from './computeStep.ts'
import { createHeldPools, type HeldPools } from './heldPools.ts'
import type { KeptPools } from './keptPools.ts'
import type { KnownPool } from './knownPool.ts'
import type { PoolBookBlock } from './poolBookTypes.ts'
import type { PoolCatalog } from './poolCatalog.ts'
import { type PoolVersion, toNextVersion } from './poolVersion.ts'
import type { DuePool, DueReading } from './readDuePools.ts'
import { createUnreadPools, type UnreadPools } from './unreadPools.ts'
import type { VersionHistory } from './versionHistory.ts'

/** What the logs of a block have changed. */
export type Applied = { readonly touched: readonly Hex[]; readonly created: readonly KnownPool[] }

/** Which pools are held and which are to be read: takes in blocks and readings, and asks nobody. */
export type PoolTracker = HeldPools & {
  readonly evicted: number
  readonly waiting: number
  /** What is to be read, most urgent first. */
  due(): Iterable<DuePool>
  /** The next block, by its logs. */
  apply(block: PoolBookBlock, logs: readonly PoolLog[]): Applied
  /** What pools have been found to be at the latest block. Returns those with a new state. */
  take(reading: DueReading): readonly Hex[]
  /** A block has left the chain, with the pools that were made in it. */
  undo(hash: Hex, created: readonly KnownPool[]): void
  /** Blocks were missed: every state is read anew. */
  restart(): void
  /** Pools that are not on the chain any more. */
  remove(ids: readonly Hex[]): void
  /** Pools that have a state, to be read again. */
  toDue(ids: readonly Hex[]): readonly DuePool[]
  want(id: Hex): void
  whyMissing(id: Hex): string | null
}

export type PoolTrackerOptions = {
  readonly catalog: PoolCatalog
  readonly history: VersionHistory
  readonly kept: KeptPools
  readonly toNewPool: (log: PoolLog) => KnownPool | null
}

export function createPoolTracker({ catalog, history, kept, toNewPool }: PoolTrackerOptions): PoolTracker {
  const unread = createUnreadPools(kept)
  let evicted = 0
  const getState = (id: Hex): PoolState | null => history.version.states.get(id) ?? null
  const toDue = (id: Hex): readonly DuePool[] => {
    const pool = catalog.get(id)
    return pool ? [{ pool, known: getState(id), tick: unread.toTick(id) }] : []
  }

  /** The version with states that are new, and without the pools that are too many. */
  function toVersion(states: Iterable<readonly [Hex, PoolState | null]>): PoolVersion {
    const changes = new Map(states)
    for (const id of kept.evict()) {
      evicted += 1
      unread.forget(id)
      changes.set(id, null)
    }
    return toNextVersion(history.version, changes)
  }

  /** After states have gone back or got lost. */
  function reviewAll(): void {
    history.replace(withoutGiven(history.version, kept))
    for (const id of kept.ids()) unread.review(id, getState(id))
  }

  function remove(ids: readonly Hex[]): void {
    catalog.remove(ids)
    for (const id of ids) {
      kept.delete(id)
      unread.forget(id)
    }
    reviewAll()
  }

  return {
    ...createHeldPools(catalog, kept, reviewAll),
    get evicted() {
      return evicted
    },
    get waiting() {
      return unread.size
    },
    *due() {
      for (const id of unread.ids()) yield* toDue(id)
    },
    apply(block, logs) {
      const step = computeStep(logs, { find: catalog.find, getState, toNewPool })
      catalog.add(step.created)
      touchAll(step.touched, kept, catalog)
      history.push(block, toVersion(step.changes))
      for (const id of step.touched) unread.review(id, getState(id))
      for (const [id, tick] of step.ticks) unread.setTick(id, tick)
      return { created: step.created, touched: step.touched.filter((id) => getState(id) !== null) }
    },
    take(reading) {
      const states = new Map([...reading.states].filter(([id]) => kept.has(id)))
      unread.take({ ...reading, states })
      history.replace(toVersion(states))
      return [...states.keys()]
    },
    undo(hash, created) {
      history.undo(hash)
      remove(created.map(({ id }) => id))
    },
    restart() {
      history.clear()
      reviewAll()
    },
    remove,
    toDue: (ids) => ids.filter((id) => getState(id) !== null).flatMap(toDue),
    want(id) {
      if (catalog.get(id) === undefined) return
      kept.want(id)
      if (getState(id) === null) unread.add(id)
    },
    whyMissing: (id) => (getState(id) ? null : toReason(catalog.get(id) !== undefined, id, unread)),
  }
}

function touchAll(ids: readonly Hex[], ...memories: readonly { readonly touch: (id: Hex) => void }[]): void {
  for (const id of ids) for (const memory of memories) memory.touch(id)
}

/** An earlier version has pools that were given up since. */
function withoutGiven(version: PoolVersion, kept: KeptPools): PoolVersion {
  const given = ([...version.states.keys()] as Hex[]).filter((id) => !kept.has(id))
  return given.length === 0 ? version : toNextVersion(version, new Map(given.map((id) => [id, null])))
}

function toReason(isKnown: boolean, id: Hex, unread: UnreadPools): string {
  if (!isKnown) return 'No known factory has told of such a pool. Ask for it by its tokens.'
  if (unread.has(id)) return 'Its state is being read.'
  if (unread.hasFailed(id)) return 'Its contract does not answer as such a pool, or has no price yet.'
  return 'Its state has not been asked for, and no log has touched it. Ask for it with `want`.'
}
