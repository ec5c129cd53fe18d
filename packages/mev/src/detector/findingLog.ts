import { createBoundedMap } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { Finding } from '../finding.ts'

/** Stores the findings that were reported and have not expired. */
export type FindingLog = {
  /**
   * Stores a finding. `news` says how to report it: `changed` if its profit differs by 1 % from the last reported one, null if it
   * need not be reported. `evicted` are the findings that had to make room.
   */
  note(finding: Finding): { readonly news: 'found' | 'changed' | null; readonly evicted: readonly Finding[] }
  /** Returns the removed finding, or null if it is not stored. */
  remove(id: string): Finding | null
  /** Returns the findings that include a pending transaction. */
  of(transaction: Hex): readonly Finding[]
  /** Returns the findings without transactions that swap through any of the pools. */
  through(pools: readonly Hex[]): readonly Finding[]
  /** Returns the findings without transactions. */
  ofState(): readonly Finding[]
  /** Returns the transactions that the findings include. */
  transactions(): readonly Hex[]
  /** Returns all findings, most profitable first. */
  list(): readonly Finding[]
}

type Known = { readonly finding: Finding; readonly reportedProfit: bigint }

const none: readonly string[] = []

/** @param max number of findings to store. Beyond this limit, the least recently noted findings are evicted. */
export function createFindingLog(max: number): FindingLog {
  // Arrays of ids suffice, because a transaction has only two or three findings.
  const [byTransaction, byPool] = [new Map<Hex, readonly string[]>(), new Map<Hex, readonly string[]>()]
  const known = createBoundedMap<string, Known>(max, { dispose: leave })
  let evicted: readonly Finding[] = []

  /** Returns the index and the keys of a finding: its transactions, or its pools if it has no transactions. */
  function toPlaces({ transactions, swaps }: Finding): readonly [Map<Hex, readonly string[]>, readonly Hex[]] {
    if (transactions.length > 0) return [byTransaction, transactions]
    return [byPool, swaps.flatMap(({ hops }) => hops.map(({ pool }) => pool))]
  }

  function leave({ finding }: Known, id: string, reason: string): void {
    if (reason === 'evict') evicted = [...evicted, finding]
    const [index, keys] = toPlaces(finding)
    for (const key of keys) {
      const ids = index.get(key)?.filter((one) => one !== id)
      if (ids === undefined || ids.length === 0) index.delete(key)
      else index.set(key, ids)
    }
  }

  const all = () => [...(known.rvalues() as Iterable<Known>)].map(({ finding }) => finding)
  const find = (id: string) => known.peek(id)?.finding ?? []

  return {
    remove(id) {
      const finding = known.peek(id)?.finding ?? null
      known.delete(id)
      return finding
    },
    note(finding) {
      const { id, estimatedProfit } = finding
      const [index, keys] = toPlaces(finding)
      const before = known.peek(id)
      evicted = []
      const news =
        before === undefined ? 'found' : hasChanged(before.reportedProfit, estimatedProfit) ? 'changed' : null
      known.set(id, { finding, reportedProfit: news === null && before ? before.reportedProfit : estimatedProfit })
      for (const key of keys) {
        const ids = index.get(key) ?? none
        if (!ids.includes(id)) index.set(key, [...ids, id])
      }
      return { news, evicted }
    },
    of: (transaction) => (byTransaction.get(transaction) ?? none).flatMap(find),
    through: (pools) => [...new Set(pools.flatMap((pool) => byPool.get(pool) ?? none))].flatMap(find),
    ofState: () => all().filter(({ transactions }) => transactions.length === 0),
    transactions: () => [...byTransaction.keys()],
    list: () => all().sort((a, b) => (a.estimatedProfit < b.estimatedProfit ? 1 : -1)),
  }
}

function hasChanged(before: bigint, now: bigint): boolean {
  const change = now > before ? now - before : before - now
  return change * 100n >= before
}
