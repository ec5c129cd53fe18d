import { type Account, partCount, type Sum, toPart } from './account.ts'

/** An account of this process with what is not in the store yet. `journalId` is 0 until the journal names it. */
export type PendingSum = Sum & { journalId: number; readonly part: number }

/** What was counted and is not in the store yet, by parts of the keys. */
export type PendingSums = {
  /** Adds a call, and returns what it is booked under. */
  add(account: Account, cu: number): PendingSum
  /** Some of the parts that have anything, with about so many sums. */
  portion(sums: number): readonly number[]
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
  const accounts = new Map<string, PendingSum>()
  const changed: PendingSum[][] = Array.from({ length: partCount }, () => [])

  function open({ keyId, day, chain, method, pool }: Account): PendingSum {
    const name = `${keyId} ${method} ${chain} ${pool} ${day}`
    let sum = accounts.get(name)
    if (sum === undefined) {
      if (accounts.size >= maxAccounts) forgetIdle()
      sum = { keyId, day, chain, method, pool, requests: 0, cu: 0, journalId: 0, part: toPart(keyId) }
      accounts.set(name, sum)
    }
    return sum
  }
  function forgetIdle(): void {
    for (const [name, { requests }] of accounts) if (requests === 0) accounts.delete(name)
  }
  function addTo(sum: PendingSum, requests: number, cu: number): PendingSum {
    if (sum.requests === 0) changed[sum.part]?.push(sum)
    sum.requests += requests
    sum.cu += cu
    return sum
  }

  return {
    add: (account, cu) => addTo(open(account), 1, cu),
    portion(size) {
      const parts: number[] = []
      let count = 0
      for (const [part, { length }] of changed.entries()) {
        if (length === 0 || count >= size) continue
        parts.push(part)
        count += length
      }
      return parts
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
      for (const sum of sums) addTo(open(sum), sum.requests, sum.cu)
    },
    forgetJournal() {
      for (const sum of accounts.values()) sum.journalId = 0
    },
  }
}
