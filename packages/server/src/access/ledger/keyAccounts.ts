import type { Clock } from '@outrigger/core'
import type { Charge, Pool, Sum } from './account.ts'
import { createDayReader, toMonth } from './calendar.ts'
import { emptyMonth, type MonthUsage, toMonthKey } from './documents.ts'

/** The usage of a key in one month, available without reading the store. */
export type KeyAccount = {
  /** The key of its document in the store. */
  readonly monthKey: string
  /** The usage by all processes, as last read or written. */
  stored: MonthUsage
  isLoaded: boolean
  /** Charged by this process but not in the store yet. */
  readonly pending: { [pool in Pool]: number }
  /** Reserved for calls that are running. */
  readonly held: { [pool in Pool]: number }
  /** Charged by this process since the last flush began. */
  readonly sums: Map<string, Sum>
}

/** The accounts of the current month. */
export type KeyAccounts = {
  open(keyId: string): KeyAccount
  charge(call: Charge): void
  /** Takes the sums of all accounts charged since the last call. */
  takeCharged(): ChargedAccount[]
  /** Puts back sums that could not be written. */
  putBack(charged: ChargedAccount): void
}

export type ChargedAccount = { readonly account: KeyAccount; readonly sums: readonly Sum[] }

export function createKeyAccounts(clock: Clock): KeyAccounts {
  const today = createDayReader(clock)
  const accounts = new Map<string, KeyAccount>()
  const charged = new Set<KeyAccount>()
  let month = ''

  function open(keyId: string): KeyAccount {
    const now = toMonth(today())
    if (now !== month) accounts.clear()
    month = now
    let account = accounts.get(keyId)
    if (account === undefined) {
      account = {
        monthKey: toMonthKey(keyId, month),
        stored: emptyMonth,
        isLoaded: false,
        pending: { cu: 0, trace: 0 },
        held: { cu: 0, trace: 0 },
        sums: new Map(),
      }
      accounts.set(keyId, account)
    }
    return account
  }
  function add(account: KeyAccount, sum: Sum): void {
    const name = `${sum.day}\t${sum.chain}\t${sum.method}\t${sum.pool}`
    const known = account.sums.get(name)
    charged.add(account)
    if (known === undefined) {
      account.sums.set(name, sum)
      return
    }
    known.requests += sum.requests
    known.cu += sum.cu
  }

  return {
    open,
    charge({ keyId, chain, method, pool, cu }) {
      const account = open(keyId)
      account.pending[pool] += cu
      add(account, { keyId, day: today(), chain, method, pool, requests: 1, cu })
    },
    takeCharged() {
      const taken = [...charged].map((account) => ({ account, sums: [...account.sums.values()] }))
      for (const { sums } of charged) sums.clear()
      charged.clear()
      return taken
    },
    putBack({ account, sums }) {
      for (const sum of sums) add(account, sum)
    },
  }
}
