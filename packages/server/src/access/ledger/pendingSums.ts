import { type Account, partCount, type Sum, toPart } from './account.ts'

/** An account of this process with what is not in the store yet. `journalId` is 0 until the journal names it. */
export type PendingSum = Sum & { journalId: number; readonly part: number }

/** What was counted and is not in the store yet, by parts of the keys. */
export type PendingSums = {
  /** Adds a call, and returns what it is booked under. */
  add(account: Account, cu: number): PendingSum
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
  /** By key and method. Nested, since building a name for each call costs more than two look-ups. */
  const accounts = new Map<string, Map<string, PendingSum[]>>()
  let count = 0
  const changed: PendingSum[][] = Array.from({ length: partCount }, () => [])

  function open({ keyId, day, chain, method, pool }: Account): PendingSum {
    const sums = openMethod(keyId, method)
    for (const sum of sums) if (sum.chain === chain && sum.day === day && sum.pool === pool) return sum
    const sum = { keyId, day, chain, method, pool, requests: 0, cu: 0, journalId: 0, part: toPart(keyId) }
    if (count >= maxAccounts) forgetIdle()
    openMethod(keyId, method).push(sum)
    count += 1
    return sum
  }
  function openMethod(keyId: string, method: string): PendingSum[] {
    let methods = accounts.get(keyId)
    if (methods === undefined) {
      methods = new Map()
      accounts.set(keyId, methods)
    }
    let sums = methods.get(method)
    if (sums === undefined) {
      sums = []
      methods.set(method, sums)
    }
    return sums
  }
  function forgetIdle(): void {
    const busy = listAccounts().filter(({ requests }) => requests > 0)
    accounts.clear()
    for (const sum of busy) openMethod(sum.keyId, sum.method).push(sum)
    count = busy.length
  }
  function listAccounts(): readonly PendingSum[] {
    return [...accounts.values()].flatMap((methods) => [...methods.values()].flat())
  }
  function addTo(sum: PendingSum, requests: number, cu: number): PendingSum {
    if (sum.requests === 0) changed[sum.part]?.push(sum)
    sum.requests += requests
    sum.cu += cu
    return sum
  }

  return {
    add: (account, cu) => addTo(open(account), 1, cu),
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
      for (const sum of sums) addTo(open(sum), sum.requests, sum.cu)
    },
    forgetJournal() {
      for (const sum of listAccounts()) sum.journalId = 0
    },
  }
}
