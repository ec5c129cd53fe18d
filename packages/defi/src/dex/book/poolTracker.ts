import type { Hex } from 'viem'
import type { PoolLog } from '../poolKind.ts'
import { computeStep } from './computeStep.ts'
import type { KeptPool } from './keptArchive.ts'
import type { KeptPools } from './keptPools.ts'
import type { KnownPool } from './knownPool.ts'
import type { PoolBookBlock } from './poolBookTypes.ts'
import type { PoolCatalog } from './poolCatalog.ts'
import { createPoolStates } from './poolStates.ts'
import type { DuePool, DueReading } from './readDuePools.ts'
import { isRefreshed } from './readPoolState.ts'
import type { UnreadPools } from './unreadPools.ts'
import type { VersionHistory } from './versionHistory.ts'

/** The changes by the logs of a block. */
type Applied = { readonly touched: readonly Hex[]; readonly created: readonly KnownPool[] }

/** Tracks which pools are kept and which must be read. Processes blocks and reads, and makes no requests itself. */
export type PoolTracker = {
  /** Loads the pools that were kept before a restart. */
  load(loaded: readonly KeptPool[]): void
  /** Returns the pools that are newly kept, newly requested or, as null, no longer kept since the last call. */
  takeKeptChanges(): ReadonlyMap<Hex, KeptPool | null>
  readonly evicted: number
  readonly waiting: number
  /** The pools to read, most urgent first. */
  due(): Iterable<DuePool>
  /** Processes the logs of the next block. */
  apply(block: PoolBookBlock, logs: readonly PoolLog[]): Applied
  /** Stores states read at the latest block. Returns the pools with a new state. */
  applyReading(reading: DueReading): readonly Hex[]
  /** Reverts a block, and removes the pools created in it. */
  undo(hash: Hex, created: readonly KnownPool[]): void
  /** Marks every state as due after missed blocks. */
  restart(): void
  /** Removes pools that are no longer on the chain. */
  remove(ids: readonly Hex[]): void
  /** Returns how to read pools again that have a state. */
  toDue(ids: readonly Hex[]): readonly DuePool[]
  request(id: Hex): void
  whyMissing(id: Hex): string | null
}

type PoolTrackerOptions = {
  readonly catalog: PoolCatalog
  readonly history: VersionHistory
  readonly kept: KeptPools
  readonly toNewPool: (log: PoolLog, logs: readonly PoolLog[]) => KnownPool | null
}

export function createPoolTracker({ catalog, history, kept, toNewPool }: PoolTrackerOptions): PoolTracker {
  const states = createPoolStates({ catalog, history, kept })
  const { unread, aging, toDue, toVersion, reviewAll, remove } = states
  const getState = states.get

  return {
    load(loaded) {
      catalog.add(loaded.map(({ pool }) => pool))
      for (const { pool, isWanted } of loaded) {
        if (isWanted) kept.request(pool.id)
        else kept.touch(pool.id)
      }
      kept.evict()
      reviewAll()
    },
    takeKeptChanges() {
      const changes = kept.takeChanged().map((id): [Hex, KeptPool | null] => {
        const pool = kept.has(id) ? catalog.get(id) : undefined
        return [id, pool ? { pool, isWanted: kept.isRequested(id) } : null]
      })
      return new Map(changes)
    },
    get evicted() {
      return states.evicted
    },
    get waiting() {
      return unread.size
    },
    *due() {
      for (const id of unread.ids()) yield* toDue(id)
    },
    apply(block, logs) {
      const aged = aging.advance(block.timestamp)
      const getAged = (id: Hex) => aged.get(id) ?? (aged.has(id) ? null : getState(id))
      const step = computeStep(logs, { find: catalog.find, getState: getAged, toNewPool })
      const touched = [...new Set([...step.touched, ...aged.keys()])]
      catalog.add(step.created)
      for (const id of step.touched) {
        kept.touch(id)
        catalog.touch(id)
      }
      history.push(block, toVersion([...aged, ...step.changes]))
      for (const id of touched) unread.review(id, getState(id))
      for (const state of step.changes.values()) if (state) aging.note(state)
      for (const [id, tick] of step.ticks) unread.setTick(id, tick)
      return { created: step.created, touched: touched.filter((id) => getState(id) !== null) }
    },
    applyReading(reading) {
      const read = new Map([...reading.states].filter(([id]) => kept.has(id)))
      unread.applyReading({ ...reading, states: read })
      for (const state of read.values()) aging.note(state)
      history.replace(toVersion(read))
      return [...read.keys()]
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
    // Curve's pools are read without their known facts, so that the complete state is compared.
    toDue: (ids) =>
      ids
        .filter((id) => getState(id) !== null)
        .flatMap(toDue)
        .map((due) => (isRefreshed(due.pool, due.known) ? { ...due, known: null } : due)),
    request(id) {
      if (catalog.get(id) === undefined) return
      kept.request(id)
      if (getState(id) === null) unread.add(id)
    },
    whyMissing: (id) => (getState(id) ? null : toReason(catalog.get(id) !== undefined, id, unread)),
  }
}

function toReason(isKnown: boolean, id: Hex, unread: UnreadPools): string {
  if (!isKnown) return 'No known factory has reported such a pool. Request it by its tokens.'
  if (unread.has(id)) return 'Its state is being read.'
  if (unread.hasFailed(id)) return 'Its contract does not respond like such a pool, or has no price yet.'
  return 'Its state was not requested, and no log has touched it. Request it with `request`.'
}
