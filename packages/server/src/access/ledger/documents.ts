import type { Store } from '@outrigger/core'
import type { Change } from '@outrigger/core/internal'
import type { Account, Sum } from './account.ts'
import type { NodeBlocks } from './block.ts'
import { listMonths, toMonth } from './calendar.ts'

/** What a key used in a month, and what several nodes may spend beyond that, by node. */
export type MonthUsage = {
  readonly requests: number
  readonly cu: number
  readonly traceCu: number
  readonly blocks?: NodeBlocks
}

/** Requests, CU, and CU of the trace pool where there are any, by method. */
type MethodSums = { [method: string]: [number, number, number?] }

/** One document for each key and day: by chain, then by method. */
export type DayDocument = { [chain: string]: MethodSums }

export const daysCollection = 'ledger_days'
export const monthsCollection = 'ledger_months'

export const emptyMonth: MonthUsage = { requests: 0, cu: 0, traceCu: 0 }

// Days of a key stand together, to be read at once; months of all keys do, so that the oldest are found first.
export const toDayKey = ({ keyId, day }: Pick<Account, 'keyId' | 'day'>): string => `${keyId}/${day}`
export const toMonthKey = (keyId: string, month: string): string => `${month}/${keyId}`
/** The key of a month's document. */
export const toKeyId = (monthKey: string): string => monthKey.slice('yyyy-mm/'.length)

/** Called with what a key has used in a month, all processes together, and the sums among it; returns what is written. */
export type OnMonth = (key: string, usage: MonthUsage, sums: readonly Sum[]) => MonthUsage

/** The changes that add sums to the store. */
export function toChanges(sums: readonly Sum[], onMonth: OnMonth = (_, usage) => usage): Change[] {
  const days = groupBy(sums, toDayKey)
  const months = groupBy(sums, ({ keyId, day }) => toMonthKey(keyId, toMonth(day)))
  return [
    ...[...days].map(([key, own]) => ({
      collection: daysCollection,
      key,
      change: (current: unknown) => addToDay((current ?? {}) as DayDocument, own),
    })),
    ...[...months].map(([key, own]) => toMonthChange(key, own, onMonth)),
  ]
}

/** Of one key and month. */
export function toMonthChange(key: string, sums: readonly Sum[], onMonth: OnMonth): Change {
  return {
    collection: monthsCollection,
    key,
    change: (current) => onMonth(key, addToMonth((current ?? emptyMonth) as MonthUsage, sums), sums),
  }
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

/** A caller may name its method `constructor`, which every object has. */
const toOwn = <value>(record: { readonly [name: string]: value }, name: string): value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

function addToDay(document: DayDocument, sums: readonly Sum[]): DayDocument {
  for (const { chain, method, pool, requests, cu } of sums) {
    const methods = toOwn(document, chain) ?? {}
    document[chain] = methods
    const [knownRequests, knownCu, knownTrace = 0] = toOwn(methods, method) ?? [0, 0]
    const trace = knownTrace + (pool === 'trace' ? cu : 0)
    methods[method] = [knownRequests + requests, knownCu + (pool === 'cu' ? cu : 0), ...(trace > 0 ? [trace] : [])] as [
      number,
      number,
      number?,
    ]
  }
  return document
}

function addToMonth(usage: MonthUsage, sums: readonly Sum[]): MonthUsage {
  const next = { ...usage }
  for (const { pool, requests, cu } of sums) {
    next.requests += requests
    if (pool === 'trace') next.traceCu += cu
    else next.cu += cu
  }
  return next
}

/** Calls of one key, day, chain and method; `cu` and `traceCu` together are what they cost. */
export type UsageRow = {
  readonly day: string
  readonly chain: string
  readonly method: string
  readonly requests: number
  readonly cu: number
  readonly traceCu: number
}

/** What a key used from one day to another, both included, as far as it is in the store. */
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
    // One literal: spreads of several take ten times as long, which is felt with thousands of rows.
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
