import { type Account, partCount, type Sum, toPart } from './account.ts'
import type { JournalAccount } from './journal.ts'

/** An account of this process with what is not in the store yet. */
export type PendingSum = Sum & JournalAccount & { readonly part: number }

/** What was counted and is not in the store yet, by parts of the keys. */
export type PendingSums = {
  /** Adds a call of a day, and returns what it is booked under. */
  add(account: Omit<Account, 'day'>, day: string, cu: number): PendingSum
  /** The parts that have anything now, in groups of about so many sums. */
  group(size: number): readonly (readonly number[])[]
  /** Takes what a part has, to be written. */
  take(part: number): readonly Sum[]
  /** Puts back what could not be written. */
  putBack(sums: readonly Sum[]): void
  /** The journal begins anew, and names accounts again. */
  forgetJournal(): void
}

// Beyond that, accounts that have nothing pending are forgotten.
const maxAccounts = 50_000

export function createPendingSums(): PendingSums {
  const accounts = createAccounts()
  const changed: PendingSum[][] = Array.from({ length: partCount }, () => [])

  function addTo(sum: PendingSum, requests: number, cu: number): PendingSum {
    if (sum.requests === 0) changed[sum.part]?.push(sum)
    sum.requests += requests
    sum.cu += cu
    return sum
  }

  return {
    add: (account, day, cu) => addTo(accounts.open(account, day), 1, cu),
    group(size) {
      const groups: number[][] = []
      let sums = size
      for (const [part, { length }] of changed.entries()) {
        if (length === 0) continue
        if (sums >= size) {
          groups.push([])
          sums = 0
        }
        groups.at(-1)?.push(part)
        sums += length
      }
      return groups
    },
    take(part) {
      const sums = changed[part] ?? []
      changed[part] = []
      return sums.map((sum) => {
        const taken = { ...sum }
        sum.requests = 0
        sum.cu = 0
        return taken
      })
    },
    putBack(sums) {
      for (const sum of sums) addTo(accounts.open(sum, sum.day), sum.requests, sum.cu)
    },
    forgetJournal() {
      for (const sum of accounts.list()) sum.journalId = 0
    },
  }
}

/** The accounts of this process, by key and method. Nested, since building a name for each call costs more than two look-ups. */
function createAccounts() {
  const byKey = new Map<string, Map<string, PendingSum[]>>()
  let count = 0
  let most = maxAccounts
  /** Callers repeat themselves, and comparing costs a fraction of looking up. */
  let last: PendingSum | undefined

  function create({ keyId, chain, method, pool }: Omit<Account, 'day'>, day: string): PendingSum {
    const counts = { requests: 0, cu: 0, addedRequests: 0, addedCu: 0, journalId: 0 }
    const sum = { keyId, day, chain, method, pool, part: toPart(keyId), ...counts }
    if (count >= most) forgetIdle()
    openMethod(keyId, method).push(sum)
    count += 1
    return sum
  }
  function openMethod(keyId: string, method: string): PendingSum[] {
    let methods = byKey.get(keyId)
    if (methods === undefined) {
      methods = new Map()
      byKey.set(keyId, methods)
    }
    let sums = methods.get(method)
    if (sums === undefined) {
      sums = []
      methods.set(method, sums)
    }
    return sums
  }
  function forgetIdle(): void {
    const busy = list().filter(({ requests }) => requests > 0)
    byKey.clear()
    for (const sum of busy) openMethod(sum.keyId, sum.method).push(sum)
    count = busy.length
    // While the store is away all of them are busy, and each new one would look through them all.
    most = Math.max(maxAccounts, 2 * count)
  }
  function list(): readonly PendingSum[] {
    return [...byKey.values()].flatMap((methods) => [...methods.values()].flat())
  }

  return {
    /** The sum of an account, which begins with nothing. */
    open(account: Omit<Account, 'day'>, day: string): PendingSum {
      if (last === undefined || !isSame(last, account, day)) {
        const { keyId, method } = account
        last = openMethod(keyId, method).find((sum) => isSame(sum, account, day)) ?? create(account, day)
      }
      return last
    },
    list,
  }
}

function isSame(one: Account, other: Omit<Account, 'day'>, day: string): boolean {
  return (
    one.keyId === other.keyId &&
    one.method === other.method &&
    one.chain === other.chain &&
    one.pool === other.pool &&
    one.day === day
  )
}
