import { join } from 'node:path'
import type { Clock, Store } from '@outrigger/core'
import { type Leases, monotonicClock } from '@outrigger/core/internal'
import { type Charge, type Pool, toPart } from './account.ts'
import { createBalances, type Used } from './balances.ts'
import type { PoolUnits } from './block.ts'
import { createBlocks } from './blocks.ts'
import { createDayReader } from './calendar.ts'
import { readUsage, type UsageRow } from './documents.ts'
import { createFolding } from './folding.ts'
import { openJournals } from './journals.ts'
import { migrateUsage } from './migrate.ts'
import { createNodes } from './nodes.ts'
import { createPendingSums } from './pendingSums.ts'
import { pruneUsage } from './prune.ts'
import { createTurn } from './turn.ts'
import { createWaitingCalls } from './waitingCalls.ts'

/**
 * What every key has used. A call that was charged is in the journal before it is answered, so that a process that is
 * killed loses none; from the journal it comes into the store every second, and sooner where several nodes share it.
 */
export type Ledger = {
  /** Books a call. Call `write` or `afterWrite` before the call is answered. */
  charge(charge: Charge): void
  /** Puts what was charged into the journal. To be called before answers leave, once for all of them. */
  write(): void
  /** Calls back, in order, when what was charged in this turn of the event loop is in the journal. */
  afterWrite(then: () => void): void
  /** Used in this month, by every process as far as its figures are in the store. */
  used(keyId: string): Used
  /**
   * Reads what a key used before, so that `used` knows; a look-up in memory after the first time. Of several nodes,
   * each takes a part of what is left of the pools.
   */
  load(keyId: string, limits: PoolUnits): Promise<void>
  /** Whether a call may cost so much: the pool is spent, or other nodes have what is left of it. */
  check(keyId: string, pool: Pool, cu: number, limits: PoolUnits): 'free' | 'spent' | 'elsewhere'
  /** Holds back what a call costs until it has ended. */
  hold(keyId: string, pool: Pool, cu: number): void
  release(keyId: string, pool: Pool, cu: number): void
  /** By day, chain and method, of days as `yyyy-mm-dd`, both included. */
  usage(keyId: string, from: string, to: string): Promise<readonly UsageRow[]>
  /** Brings everything into the store. */
  fold(): Promise<void>
  close(): Promise<void>
}

export type LedgerOptions = {
  readonly store: Store
  readonly clock: Clock
  /** Where journals are kept; without one nothing outlives the process. */
  readonly dataDir?: string | undefined
  /** A journal that is longer is followed by another. @default 16 MiB */
  readonly maxJournalBytes?: number
  /** Other nodes on the same store. @default this is the only one */
  readonly leases?: Pick<Leases, 'owner' | 'members'> | undefined
  /** So long a node uses its parts of pools while it cannot renew them. @default 600000 */
  readonly blockTtlMs?: number
  readonly monotonic?: Clock
  /** Called at the first fault of the store or of the journal, and again only after it has worked. */
  readonly onFault: (error: unknown) => void
}

/** Other nodes see what this one has booked so late; one that is alone spends less time on it. */
const sharedFoldIntervalMs = 200
const foldIntervalMs = 1000
/** Not at the start: a clock that is wrong then, as after a boot, would have all usage deleted as outdated. */
const pruneIntervalMs = 3_600_000

/** Opens the ledger of a store, with what processes that were killed have left in their journals. */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { store, clock, dataDir, maxJournalBytes, leases, blockTtlMs, monotonic = monotonicClock, onFault } = options
  await migrateUsage(store)
  const journals = dataDir === undefined ? null : await openJournals(join(dataDir, 'ledger'), store, onFault)
  const pending = createPendingSums()
  const balances = createBalances(store, clock)
  const blocks = leases
    ? createBlocks({ store, balances, monotonic, nodes: createNodes({ leases, monotonic, blockTtlMs }) })
    : null
  const parts = { store, pending, balances, blocks, journals, maxJournalBytes }
  const { foldParts, foldAll, close } = createFolding(parts)
  const calls = createWaitingCalls((call, day) => {
    const sum = pending.add(call, day, call.cu)
    journals?.current.add(sum, call.cu)
  })
  const turn = createTurn(() => {
    calls.book()
    journals?.current.write()
  })
  const today = createDayReader(clock)
  let lastStep: Promise<void> = Promise.resolve()

  /** One after the other: each relies on what the one before has written. */
  function enqueue(step: () => Promise<void>): Promise<void> {
    const result = lastStep.then(() => {
      calls.book()
      return step()
    })
    lastStep = result.catch(() => {})
    return result
  }

  const tick = createTick(() => enqueue(foldAll), onFault)
  const prune = () => void enqueue(() => pruneUsage(store, clock)).catch(onFault)
  const timers = [
    setInterval(tick, leases ? sharedFoldIntervalMs : foldIntervalMs),
    setInterval(prune, pruneIntervalMs),
  ]
  for (const timer of timers) timer.unref()

  return {
    charge(call) {
      balances.add(call.keyId, call.pool, call.cu)
      calls.add(call, today())
    },
    write: turn.end,
    afterWrite: journals === null ? (then) => then() : turn.afterEnd,
    used: balances.get,
    load: (keyId, limits) => blocks?.take(keyId, limits) ?? balances.load(keyId),
    check(keyId, pool, cu, limits) {
      if (balances.counted(keyId, pool) + cu > limits[pool]) return 'spent'
      return (blocks?.has(keyId, pool, cu, limits) ?? true) ? 'free' : 'elsewhere'
    },
    hold: balances.hold,
    release: balances.release,
    async usage(keyId, from, to) {
      await enqueue(() => foldParts([toPart(keyId)]))
      return readUsage(store, keyId, from, to)
    },
    fold: () => enqueue(foldAll),
    async close() {
      for (const timer of timers) clearInterval(timer)
      await enqueue(close)
    },
  }
}

/** Folds unless it is folding; says once that it fails, for a store that is away fails each time. */
function createTick(fold: () => Promise<void>, onFault: (error: unknown) => void): () => Promise<void> {
  let isFolding = false
  let isFailing = false
  return async () => {
    if (isFolding) return
    isFolding = true
    try {
      await fold()
      isFailing = false
    } catch (error) {
      if (!isFailing) onFault(error)
      isFailing = true
    }
    isFolding = false
  }
}
