import { createBoundedMap } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { Finding } from '../finding.ts'

/** Findings that were reported and have not gone. */
export type FindingLog = {
  /** Takes in what was found; true where it is new or worth at least 1 % more or less than when last reported. */
  note(finding: Finding): boolean
  remove(id: string): boolean
  /** The findings that a pending transaction is part of. */
  of(transaction: Hex): readonly Finding[]
  /** Their ids. */
  idsOf(transaction: Hex): readonly string[]
  /** Those that rest on no transaction, and swap through any of the pools. */
  through(pools: readonly Hex[]): readonly Finding[]
  /** Those that rest on no transaction. */
  ofState(): readonly Finding[]
  /** Transactions that findings rest on. */
  transactions(): readonly Hex[]
  /** Most profitable first. */
  list(): readonly Finding[]
}

const none: readonly string[] = []

/** @param max findings; beyond, those noted longest ago are forgotten */
export function createFindingLog(max: number): FindingLog {
  // Ids in lists: of a transaction there are two or three.
  const [byTransaction, byPool] = [new Map<Hex, readonly string[]>(), new Map<Hex, readonly string[]>()]
  const known = createBoundedMap<string, Finding>(max, { dispose: leave })

  /** Where it is looked for: under its transactions, or else under its pools. */
  function toPlaces({ transactions, swaps }: Finding): readonly [Map<Hex, readonly string[]>, readonly Hex[]] {
    if (transactions.length > 0) return [byTransaction, transactions]
    return [byPool, swaps.flatMap(({ hops }) => hops.map(({ pool }) => pool))]
  }

  function leave(finding: Finding, id: string): void {
    const [index, keys] = toPlaces(finding)
    for (const key of keys) {
      const ids = index.get(key)?.filter((one) => one !== id)
      if (ids === undefined || ids.length === 0) index.delete(key)
      else index.set(key, ids)
    }
  }

  const all = () => [...(known.rvalues() as Iterable<Finding>)]

  return {
    remove: (id) => known.delete(id),
    note(finding) {
      const { id, estimatedProfit } = finding
      const [index, keys] = toPlaces(finding)
      const before = known.peek(id)
      known.set(id, finding)
      for (const key of keys) {
        const ids = index.get(key) ?? none
        if (!ids.includes(id)) index.set(key, [...ids, id])
      }
      return before === undefined || hasChanged(before.estimatedProfit, estimatedProfit)
    },
    of: (transaction) => (byTransaction.get(transaction) ?? none).flatMap((id) => known.peek(id) ?? []),
    through: (pools) =>
      [...new Set(pools.flatMap((pool) => byPool.get(pool) ?? none))].flatMap((id) => known.peek(id) ?? []),
    idsOf: (transaction) => byTransaction.get(transaction) ?? none,
    ofState: () => all().filter(({ transactions }) => transactions.length === 0),
    transactions: () => [...byTransaction.keys()],
    list: () => all().sort((a, b) => (a.estimatedProfit < b.estimatedProfit ? 1 : -1)),
  }
}

function hasChanged(before: bigint, now: bigint): boolean {
  const change = now > before ? now - before : before - now
  return change * 100n >= before
}
