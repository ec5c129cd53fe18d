import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock, Store } from '@outrigger/core'
import { startFlushing } from '../flushing.ts'
import type { Charge, Pool } from './account.ts'
import { type MonthUsage, monthsCollection, readUsage, toChanges, type UsageRow } from './documents.ts'
import { bookFormerJournals } from './formerJournals.ts'
import { type ChargedAccount, createKeyAccounts } from './keyAccounts.ts'
import { pruneUsage } from './prune.ts'

/** The usage of a key in the current month. */
export type Used = { readonly cu: number; readonly traceCu: number }

/** Records the usage of every key, in memory immediately and in the store within 200 ms. */
export type Ledger = {
  charge(charge: Charge): void
  /** Returns this month's usage: stored by all processes, plus pending in this process. */
  used(keyId: string): Used
  /** Loads the usage of a key for `used`. Reads the store once per key and month. */
  load(keyId: string): Promise<void>
  /** Whether a call of this cost fits into the month's pool, after the costs reserved for running calls. */
  fits(keyId: string, pool: Pool, cu: number, limit: number): boolean
  /** Reserves the cost of a call until `release`. */
  hold(keyId: string, pool: Pool, cu: number): void
  release(keyId: string, pool: Pool, cu: number): void
  /** Returns usage by day, chain and method. Days are `yyyy-mm-dd`, both included. */
  usage(keyId: string, from: string, to: string): Promise<readonly UsageRow[]>
  /** Writes all pending usage to the store. */
  flush(): Promise<void>
  close(): Promise<void>
}

export type LedgerOptions = {
  readonly store: Store
  readonly clock: Clock
  /** The directory where earlier versions left journals. */
  readonly dataDir?: string | undefined
  /** Called at the first failure of the store, and again only after a success. */
  readonly onFault: (error: unknown) => void
}

// SQLite blocks the event loop for about a millisecond to write this many.
const accountsPerCommit = 64
// Pruning does not run at startup, because a wrong clock after a boot would delete all usage as outdated.
const pruneIntervalMs = 3_600_000

export async function openLedger({ store, clock, dataDir, onFault }: LedgerOptions): Promise<Ledger> {
  if (dataDir !== undefined) await bookFormerJournals(join(dataDir, 'ledger'), store)
  const accounts = createKeyAccounts(clock)
  const months = store.collection<MonthUsage>(monthsCollection)
  let lastStep: Promise<void> = Promise.resolve()

  function enqueue(step: () => Promise<void>): Promise<void> {
    const result = lastStep.then(step)
    lastStep = result.catch(() => {})
    return result
  }
  async function write(charged: readonly ChargedAccount[], durable: boolean): Promise<void> {
    const written = new Map<string, MonthUsage>()
    const sums = charged.flatMap((one) => one.sums)
    await store.commit(
      toChanges(sums, (key, usage) => written.set(key, usage)),
      { durable },
    )
    for (const { account, sums } of charged) {
      for (const { pool, cu } of sums) account.pending[pool] -= cu
      account.stored = written.get(account.monthKey) ?? account.stored
      account.isLoaded = true
    }
  }
  async function writeAll(durable = false): Promise<void> {
    const charged = accounts.takeCharged()
    try {
      while (charged.length > 0) {
        await write(charged.slice(0, accountsPerCommit), durable)
        charged.splice(0, accountsPerCommit)
        if (charged.length > 0) await nextTurn()
      }
    } finally {
      for (const one of charged) accounts.putBack(one)
    }
  }
  const flush = () => enqueue(writeAll)
  const stopFlushing = startFlushing(flush, onFault)
  const prune = () => void enqueue(() => pruneUsage(store, clock)).catch(onFault)
  const pruneTimer = setInterval(prune, pruneIntervalMs)
  pruneTimer.unref()

  return {
    charge: accounts.charge,
    used(keyId) {
      const { stored, pending } = accounts.open(keyId)
      return { cu: stored.cu + pending.cu, traceCu: stored.traceCu + pending.trace }
    },
    async load(keyId) {
      const account = accounts.open(keyId)
      if (account.isLoaded) return
      const found = await months.get(account.monthKey)
      // If a flush wrote in the meantime, its sum is newer.
      if (!account.isLoaded && found !== undefined) account.stored = found
      account.isLoaded = true
    },
    fits(keyId, pool, cu, limit) {
      const { stored, pending, held } = accounts.open(keyId)
      return (pool === 'trace' ? stored.traceCu : stored.cu) + pending[pool] + held[pool] + cu <= limit
    },
    hold(keyId, pool, cu) {
      accounts.open(keyId).held[pool] += cu
    },
    release(keyId, pool, cu) {
      const { held } = accounts.open(keyId)
      // The call may have begun in the previous month.
      held[pool] = Math.max(0, held[pool] - cu)
    },
    async usage(keyId, from, to) {
      await flush()
      return readUsage(store, keyId, from, to)
    },
    flush,
    async close() {
      clearInterval(pruneTimer)
      await stopFlushing()
      await enqueue(() => writeAll(true))
    },
  }
}
