import { LRUCache } from 'lru-cache'
import type { Hex } from 'viem'
import type { PoolLog } from '../poolKind.ts'
import type { PoolState } from '../poolState.ts'
import { computeStep } from './computeStep.ts'
import type { HeldPool } from './heldArchive.ts'
import type { KeptPools } from './keptPools.ts'
import type { KnownPool } from './knownPool.ts'
import type { PoolBookBlock } from './poolBookTypes.ts'
import type { PoolCatalog } from './poolCatalog.ts'
import { toNextVersion } from './poolVersion.ts'
import type { DuePool, DueReading } from './readDuePools.ts'
import { createTickReach } from './tickReach.ts'
import type { VersionHistory } from './versionHistory.ts'

const rememberedFailures = 10_000

/** What the logs of a block have changed. */
export type Applied = { readonly touched: readonly Hex[]; readonly created: readonly KnownPool[] }

/** Which pools are held and which are to be read: takes in blocks and readings, and asks nobody. */
export type PoolTracker = {
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
  /** Pools that were held before a restart of the process. */
  load(held: readonly HeldPool[]): void
  /** What has come to be held since this was last asked, and what is not held any more. */
  takeHeldChanges(): ReadonlyMap<Hex, HeldPool | null>
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
  const due = new Set<Hex>()
  const ticks = new Map<Hex, number>()
  const failures = new LRUCache<Hex, true>({ max: rememberedFailures })
  const reach = createTickReach()
  let evicted = 0
  const getState = (id: Hex): PoolState | null => history.version.states.get(id) ?? null

  /** Takes states in, gives up pools that are too many, and notes what is to be read. */
  function change(states: Iterable<readonly [Hex, PoolState | null]>) {
    const changes = new Map(states)
    for (const id of kept.evict()) {
      evicted += 1
      forget(id)
      changes.set(id, null)
    }
    return toNextVersion(history.version, changes)
  }

  function forget(id: Hex): void {
    due.delete(id)
    ticks.delete(id)
    reach.delete(id)
  }

  function keepUp(id: Hex): void {
    const state = getState(id)
    if (kept.has(id) && (state === null || reach.isNearEnd(state))) due.add(id)
    else due.delete(id)
  }

  /** After states have gone back or got lost. */
  function reviewAll(): void {
    const lost = [...history.version.states.keys()].filter((id) => !kept.has(id as Hex))
    if (lost.length > 0) history.replace(toNextVersion(history.version, new Map(lost.map((id) => [id as Hex, null]))))
    for (const id of kept.ids()) keepUp(id)
  }

  function toDue(id: Hex): readonly DuePool[] {
    const pool = catalog.get(id)
    return pool ? [{ pool, known: getState(id), tick: ticks.get(id) }] : []
  }

  function remove(ids: readonly Hex[]): void {
    catalog.remove(ids)
    for (const id of ids) {
      kept.delete(id)
      forget(id)
    }
    reviewAll()
  }

  return {
    get evicted() {
      return evicted
    },
    get waiting() {
      return due.size
    },
    *due() {
      for (const id of due) if (kept.isWanted(id)) yield* toDue(id)
      for (const id of due) if (!kept.isWanted(id)) yield* toDue(id)
    },
    apply(block, logs) {
      const step = computeStep(logs, { find: catalog.find, getState, toNewPool })
      catalog.add(step.created)
      for (const id of step.touched) {
        kept.touch(id)
        catalog.touch(id)
      }
      history.push(block, change(step.changes))
      for (const id of step.touched) {
        keepUp(id)
        const tick = step.ticks.get(id)
        if (tick !== undefined && due.has(id)) ticks.set(id, tick)
      }
      return { created: step.created, touched: step.touched.filter((id) => getState(id) !== null) }
    },
    take({ states, ticks: prices, unanswered, misled }) {
      const read = [...states].filter(([id]) => kept.has(id))
      for (const [id, state] of read) {
        reach.set(id, state)
        failures.delete(id)
      }
      history.replace(change(read))
      for (const [id] of read) forgetReading(id)
      for (const id of unanswered) {
        forgetReading(id)
        failures.set(id, true)
      }
      for (const id of misled) ticks.delete(id)
      for (const [id, tick] of prices) if (due.has(id)) ticks.set(id, tick)
      return read.map(([id]) => id)
    },
    undo(hash, created) {
      history.undo(hash)
      remove(created.map(({ id }) => id))
    },
    remove,
    toDue: (ids) => ids.filter((id) => getState(id) !== null).flatMap(toDue),
    restart() {
      history.clear()
      reviewAll()
    },
    load(held) {
      catalog.add(held.map(({ pool }) => pool))
      for (const { pool, isWanted } of held) {
        if (isWanted) kept.want(pool.id)
        else kept.touch(pool.id)
      }
      kept.evict()
      for (const id of kept.ids()) keepUp(id)
    },
    takeHeldChanges() {
      const changes = kept.takeChanged().map((id): [Hex, HeldPool | null] => {
        const pool = kept.has(id) ? catalog.get(id) : undefined
        return [id, pool ? { pool, isWanted: kept.isWanted(id) } : null]
      })
      return new Map(changes)
    },
    want(id) {
      if (catalog.get(id) === undefined) return
      kept.want(id)
      if (getState(id) === null) due.add(id)
    },
    whyMissing(id) {
      if (getState(id)) return null
      if (catalog.get(id) === undefined) return 'No known factory has told of such a pool. Ask for it by its tokens.'
      if (due.has(id)) return 'Its state is being read.'
      if (failures.has(id)) return 'Its contract does not answer as such a pool, or has no price yet.'
      return 'Its state has not been asked for, and no log has touched it. Ask for it with `want`.'
    },
  }

  function forgetReading(id: Hex): void {
    due.delete(id)
    ticks.delete(id)
  }
}
