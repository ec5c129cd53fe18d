import type { Clock, Store } from '@outrigger/core'
import type { Pool, Sum } from './account.ts'
import { createDayReader, toMonth } from './calendar.ts'
import { emptyMonth, type MonthUsage, monthsCollection, toMonthKey } from './documents.ts'

/** What a key has used of its pools in this month. */
export type Used = { readonly cu: number; readonly traceCu: number }

type Balance = { cu: number; traceCu: number; isLoaded: boolean }

/**
 * What keys have used in this month, known without waiting: what the store said when it was last read or written, of all
 * processes together, and what was counted here since.
 */
export type Balances = {
  /** Reads what a key has used before; needed once a process and month. */
  load(keyId: string): Promise<void>
  get(keyId: string): Used
  add(keyId: string, pool: Pool, cu: number): void
  /** The store holds these figures now, with `sums` among them. */
  settle(sums: readonly Sum[], written: ReadonlyMap<string, MonthUsage>): void
}

export function createBalances(store: Store, clock: Clock): Balances {
  const today = createDayReader(clock)
  const months = store.collection<MonthUsage>(monthsCollection)
  /** Used before, as the store says, and counted since. */
  let stored = new Map<string, MonthUsage>()
  let pending = new Map<string, Balance>()
  let month = toMonth(today())

  function turnMonth(): void {
    const now = toMonth(today())
    if (now === month) return
    month = now
    stored = new Map()
    pending = new Map()
  }
  function open(keyId: string): Balance {
    turnMonth()
    let balance = pending.get(keyId)
    if (balance === undefined) {
      balance = { cu: 0, traceCu: 0, isLoaded: false }
      pending.set(keyId, balance)
    }
    return balance
  }

  return {
    async load(keyId) {
      const balance = open(keyId)
      if (balance.isLoaded) return
      const found = await months.get(toMonthKey(keyId, month))
      // What was written meanwhile is newer.
      if (!balance.isLoaded && found !== undefined) stored.set(keyId, found)
      balance.isLoaded = true
    },
    get(keyId) {
      const { cu, traceCu } = open(keyId)
      const before = stored.get(keyId) ?? emptyMonth
      return { cu: before.cu + cu, traceCu: before.traceCu + traceCu }
    },
    add(keyId, pool, cu) {
      const balance = open(keyId)
      if (pool === 'trace') balance.traceCu += cu
      else balance.cu += cu
    },
    settle(sums, written) {
      turnMonth()
      for (const { keyId, day, pool, cu } of sums) {
        const usage = written.get(toMonthKey(keyId, month))
        if (toMonth(day) !== month || usage === undefined) continue
        const balance = open(keyId)
        balance.isLoaded = true
        if (pool === 'trace') balance.traceCu -= cu
        else balance.cu -= cu
        stored.set(keyId, usage)
      }
    },
  }
}
