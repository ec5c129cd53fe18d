import type { Hex } from 'viem'
import type { Finding } from '../finding.ts'

/** Stores the findings that were reported and have not expired. */
export type FindingLog = {
  /**
   * Stores a finding. `news` says how to report it: `changed` if its profit differs by 1 % from the last reported one, null if it
   * need not be reported. `evicted` is the finding that had to make room.
   */
  note(finding: Finding): { readonly news: 'found' | 'changed' | null; readonly evicted: Finding | null }
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
  /** Least recently noted first. */
  const known = new Map<string, Known>()

  /** Returns the index and the keys of a finding: its transactions, or its pools if it has no transactions. */
  function toPlaces({ transactions, swaps }: Finding): readonly [Map<Hex, readonly string[]>, readonly Hex[]] {
    if (transactions.length > 0) return [byTransaction, transactions]
    return [byPool, swaps.flatMap(({ hops }) => hops.map(({ pool }) => pool))]
  }

  function add(finding: Finding, reportedProfit: bigint): void {
    const { id } = finding
    known.set(id, { finding, reportedProfit })
    const [index, keys] = toPlaces(finding)
    for (const key of new Set(keys)) index.set(key, [...(index.get(key) ?? none), id])
  }

  function remove(id: string): Finding | null {
    const { finding = null } = known.get(id) ?? {}
    if (finding === null) return null
    known.delete(id)
    const [index, keys] = toPlaces(finding)
    for (const key of keys) {
      const ids = (index.get(key) ?? none).filter((one) => one !== id)
      if (ids.length === 0) index.delete(key)
      else index.set(key, ids)
    }
    return finding
  }

  const all = () => [...known.values()].map(({ finding }) => finding)
  const find = (id: string) => known.get(id)?.finding ?? []

  return {
    remove,
    note(finding) {
      const { id, estimatedProfit } = finding
      const before = known.get(id)?.reportedProfit
      const isSame = before !== undefined && !hasChanged(before, estimatedProfit)
      remove(id)
      add(finding, isSame ? before : estimatedProfit)
      const [oldest] = known.keys()
      return {
        news: isSame ? null : before === undefined ? 'found' : 'changed',
        evicted: known.size > max && oldest !== undefined ? remove(oldest) : null,
      }
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
