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
  /** Transactions that findings rest on. */
  transactions(): readonly Hex[]
  /** Most profitable first. */
  list(): readonly Finding[]
}

/** @param max findings; beyond, those noted longest ago are forgotten */
export function createFindingLog(max: number): FindingLog {
  const byTransaction = new Map<Hex, Set<string>>()
  const known = createBoundedMap<string, Finding>(max, { dispose: leaveTransactions })

  function leaveTransactions({ transactions }: Finding, id: string): void {
    for (const hash of transactions) {
      const ids = byTransaction.get(hash)
      ids?.delete(id)
      if (ids?.size === 0) byTransaction.delete(hash)
    }
  }

  return {
    remove: (id) => known.delete(id),
    note(finding) {
      const { id, transactions, estimatedProfit } = finding
      const before = known.peek(id)
      known.set(id, finding)
      for (const hash of transactions) byTransaction.set(hash, (byTransaction.get(hash) ?? new Set()).add(id))
      return before === undefined || hasChanged(before.estimatedProfit, estimatedProfit)
    },
    of: (transaction) => [...(byTransaction.get(transaction) ?? [])].flatMap((id) => known.peek(id) ?? []),
    idsOf: (transaction) => [...(byTransaction.get(transaction) ?? [])],
    transactions: () => [...byTransaction.keys()],
    list: () =>
      [...(known.rvalues() as Iterable<Finding>)].sort((a, b) => (a.estimatedProfit < b.estimatedProfit ? 1 : -1)),
  }
}

function hasChanged(before: bigint, now: bigint): boolean {
  const change = now > before ? now - before : before - now
  return change * 100n >= before
}
