import type { Hex } from 'viem'
import type { PoolLog } from '../poolKind.ts'
import { computeStep } from './computeStep.ts'
import { createHeldPools, type HeldPools } from './heldPools.ts'
import type { KeptPools } from './keptPools.ts'
import type { KnownPool } from './knownPool.ts'
import type { PoolBookBlock } from './poolBookTypes.ts'
import type { PoolCatalog } from './poolCatalog.ts'
import { createPoolStates } from './poolStates.ts'
import type { DuePool, DueReading } from './readDuePools.ts'
import { isRefreshed } from './readPoolState.ts'
import type { UnreadPools } from './unreadPools.ts'
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
  readonly toNewPool: (log: PoolLog, logs: readonly PoolLog[]) => KnownPool | null
}

export function createPoolTracker({ catalog, history, kept, toNewPool }: PoolTrackerOptions): PoolTracker {
  const states = createPoolStates({ catalog, history, kept })
  const { unread, aging, toDue, toVersion, reviewAll, remove } = states
  const getState = states.get

  return {
    ...createHeldPools(catalog, kept, reviewAll),
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
      touchAll(step.touched, kept, catalog)
      history.push(block, toVersion([...aged, ...step.changes]))
      for (const id of touched) unread.review(id, getState(id))
      for (const state of step.changes.values()) if (state) aging.note(state)
      for (const [id, tick] of step.ticks) unread.setTick(id, tick)
      return { created: step.created, touched: touched.filter((id) => getState(id) !== null) }
    },
    take(reading) {
      const read = new Map([...reading.states].filter(([id]) => kept.has(id)))
      unread.take({ ...reading, states: read })
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
    // Of Curve's pools as if nothing was known, so that the whole reading is compared.
    toDue: (ids) =>
      ids
        .filter((id) => getState(id) !== null)
        .flatMap(toDue)
        .map((due) => (isRefreshed(due.pool, due.known) ? { ...due, known: null } : due)),
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

function toReason(isKnown: boolean, id: Hex, unread: UnreadPools): string {
  if (!isKnown) return 'No known factory has told of such a pool. Ask for it by its tokens.'
  if (unread.has(id)) return 'Its state is being read.'
  if (unread.hasFailed(id)) return 'Its contract does not answer as such a pool, or has no price yet.'
  return 'Its state has not been asked for, and no log has touched it. Ask for it with `want`.'
}
