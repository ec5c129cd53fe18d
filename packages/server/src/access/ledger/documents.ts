import type { Store } from '@outrigger/core'
import type { Change } from '@outrigger/core/internal'
import type { Account, Sum } from './account.ts'
import { listMonths, toMonth } from './calendar.ts'

/** The usage of a key in one month. */
export type MonthUsage = {
  readonly requests: number
  readonly cu: number
  readonly traceCu: number
}

/** Usage by method: requests, CU, and CU of the trace pool if there are any. */
type MethodSums = { [method: string]: [number, number, number?] }

/** The usage of a key on one day, by chain, then by method. */
export type DayDocument = { [chain: string]: MethodSums }

export const daysCollection = 'ledger_days'
export const monthsCollection = 'ledger_months'

export const emptyMonth: MonthUsage = { requests: 0, cu: 0, traceCu: 0 }

// Days sort by key because they are read per key. Months sort by time, so that pruning finds the oldest first.
export const toDayKey = ({ keyId, day }: Pick<Account, 'keyId' | 'day'>): string => `${keyId}/${day}`
export const toMonthKey = (keyId: string, month: string): string => `${month}/${keyId}`

/**
 * Returns the changes that add sums to the store.
 *
 * @param onMonth called with the key of each month's document and its new content
 */
export function toChanges(
  sums: readonly Sum[],
  onMonth: (key: string, usage: MonthUsage) => void = () => {},
): Change[] {
  const days = groupBy(sums, toDayKey)
  const months = groupBy(sums, ({ keyId, day }) => toMonthKey(keyId, toMonth(day)))
  return [
    ...[...days].map(([key, own]) => ({
      collection: daysCollection,
      key,
      change: (current: unknown) => addToDay((current ?? {}) as DayDocument, own),
    })),
    ...[...months].map(([key, own]) => ({
      collection: monthsCollection,
      key,
      change(current: unknown) {
        const usage = addToMonth((current ?? emptyMonth) as MonthUsage, own)
        onMonth(key, usage)
        return usage
      },
    })),
  ]
}

function groupBy(sums: readonly Sum[], toKey: (sum: Sum) => string): Map<string, Sum[]> {
  const groups = new Map<string, Sum[]>()
  for (const sum of sums) {
    const key = toKey(sum)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [sum])
    else group.push(sum)
  }
  return groups
}

/** Ignores inherited properties, because a caller may call a method named `constructor`. */
const toOwn = <value>(record: { readonly [name: string]: value }, name: string): value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

function addToDay(document: DayDocument, sums: readonly Sum[]): DayDocument {
  for (const { chain, method, pool, requests, cu } of sums) {
    const methods = toOwn(document, chain) ?? {}
    document[chain] = methods
    const [knownRequests, knownCu, knownTrace = 0] = toOwn(methods, method) ?? [0, 0]
    const trace = knownTrace + (pool === 'trace' ? cu : 0)
    const requestsAndCu = [knownRequests + requests, knownCu + (pool === 'cu' ? cu : 0)] as const
    methods[method] = trace > 0 ? [...requestsAndCu, trace] : [...requestsAndCu]
  }
  return document
}

function addToMonth({ requests, cu, traceCu }: MonthUsage, sums: readonly Sum[]): MonthUsage {
  const next = { requests, cu, traceCu }
  for (const sum of sums) {
    next.requests += sum.requests
    if (sum.pool === 'trace') next.traceCu += sum.cu
    else next.cu += sum.cu
  }
  return next
}

/** Calls with one key, day, chain and method. Their total cost is `cu` plus `traceCu`. */
export type UsageRow = {
  readonly day: string
  readonly chain: string
  readonly method: string
  readonly requests: number
  readonly cu: number
  readonly traceCu: number
}

/** Returns the stored usage of a key from one day to another, both included. */
export async function readUsage(store: Store, keyId: string, from: string, to: string): Promise<readonly UsageRow[]> {
  const days = store.collection<DayDocument>(daysCollection)
  const rows: UsageRow[] = []
  for (const month of listMonths(from, to))
    for (const { key, value } of await days.list({ prefix: `${keyId}/${month}` })) {
      const day = key.slice(keyId.length + 1)
      if (day >= from && day <= to) rows.push(...toRows(day, value))
    }
  return rows
}

function toRows(day: string, document: DayDocument): UsageRow[] {
  return Object.entries(document).flatMap(([chain, methods]) =>
    Object.entries(methods).map(([method, [requests, cu, traceCu = 0]]) => ({
      day,
      chain,
      method,
      requests,
      cu,
      traceCu,
    })),
  )
}
