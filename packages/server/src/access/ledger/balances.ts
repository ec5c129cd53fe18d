import type { Clock, Store } from '@outrigger/core'
import type { Pool, Sum } from './account.ts'
import { createMonthReader, toMonth } from './calendar.ts'
import { emptyMonth, type MonthUsage, monthsCollection, type OnMonth, toKeyId, toMonthKey } from './documents.ts'

/** What a key has used of its pools in this month. */
export type Used = { readonly cu: number; readonly traceCu: number }

type Balance = {
  /** Counted here, and not in the store yet. */
  readonly pending: { [pool in Pool]: number }
  /** Of calls under way. */
  readonly held: { [pool in Pool]: number }
  /** What the store says, of all processes together. */
  stored: MonthUsage
  isLoaded: boolean
}

/**
 * What keys have used in this month, known without waiting: what the store said when it was last read or written, of all
 * processes together, and what was counted here since.
 */
export type Balances = {
  /** Reads what a key has used before; needed once a process and month. */
  load(keyId: string): Promise<void>
  get(keyId: string): Used
  add(keyId: string, pool: Pool, cu: number): void
  /** Holds back what a call costs until `release`. */
  hold(keyId: string, pool: Pool, cu: number): void
  release(keyId: string, pool: Pool, cu: number): void
  /** Used in this month, and held back. */
  counted(keyId: string, pool: Pool): number
  /** Of that, what is not in the store yet. */
  admitted(keyId: string, pool: Pool): number
  /** The present month, `yyyy-mm`. */
  month(): string
  /** For one commit: sees what is written, and takes it over once it is in the store with `sums` among it. */
  book(): Booking
}

export type Booking = { readonly onMonth: OnMonth; settle(sums: readonly Sum[]): void }

export function createBalances(store: Store, clock: Clock): Balances {
  const thisMonth = createMonthReader(clock)
  const months = store.collection<MonthUsage>(monthsCollection)
  let balances = new Map<string, Balance>()
  /** A call asks several times for that of its key. */
  let last: { readonly keyId: string; readonly balance: Balance } | undefined
  let month = thisMonth()

  function turnMonth(): void {
    const now = thisMonth()
    if (now === month) return
    month = now
    balances = new Map()
    last = undefined
  }
  function open(keyId: string): Balance {
    turnMonth()
    if (last?.keyId === keyId) return last.balance
    let balance = balances.get(keyId)
    if (balance === undefined) {
      balance = { pending: { cu: 0, trace: 0 }, held: { cu: 0, trace: 0 }, stored: emptyMonth, isLoaded: false }
      balances.set(keyId, balance)
    }
    last = { keyId, balance }
    return balance
  }

  return {
    async load(keyId) {
      const balance = open(keyId)
      if (balance.isLoaded) return
      const found = await months.get(toMonthKey(keyId, month))
      // What was written meanwhile is newer, and another month may have begun.
      if (!balance.isLoaded && balance === open(keyId) && found !== undefined) balance.stored = found
      balance.isLoaded = true
    },
    get(keyId) {
      const { pending, stored } = open(keyId)
      return { cu: stored.cu + pending.cu, traceCu: stored.traceCu + pending.trace }
    },
    add(keyId, pool, cu) {
      open(keyId).pending[pool] += cu
    },
    hold(keyId, pool, cu) {
      open(keyId).held[pool] += cu
    },
    release(keyId, pool, cu) {
      const { held } = open(keyId)
      // A month that began after the call holds nothing of it.
      held[pool] = Math.max(0, held[pool] - cu)
    },
    counted(keyId, pool) {
      const { pending, held, stored } = open(keyId)
      return (pool === 'trace' ? stored.traceCu : stored.cu) + pending[pool] + held[pool]
    },
    admitted: (keyId, pool) => open(keyId).pending[pool] + open(keyId).held[pool],
    month: thisMonth,
    book() {
      const written = new Map<string, MonthUsage>()
      return {
        onMonth(key, usage) {
          written.set(key, usage)
          return usage
        },
        settle(sums) {
          turnMonth()
          for (const { keyId, day, pool, cu } of sums) if (toMonth(day) === month) open(keyId).pending[pool] -= cu
          for (const [key, usage] of written)
            if (key.startsWith(month)) Object.assign(open(toKeyId(key)), { stored: usage, isLoaded: true })
        },
      }
    },
  }
}
