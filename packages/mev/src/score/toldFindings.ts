import type { Hex } from 'viem'
import type { Prediction } from './prediction.ts'

/** A report for one finding id on the state of a block. `prediction` is null if the report withdrew the finding. */
type Reported = { readonly blockNumber: bigint; readonly prediction: Prediction | null }

/** Reports to remember per finding. The detector may send some for later blocks before the transactions are known as mined. */
const keptTold = 4

/** @param onUnused called with each transaction that no finding depends on anymore */
export function createToldFindings(onUnused: (hash: Hex) => void) {
  const reported = new Map<string, readonly Reported[]>()
  const byTransaction = new Map<Hex, Set<string>>()
  const latest = (id: string): Prediction | undefined =>
    reported.get(id)?.findLast(({ prediction }) => prediction !== null)?.prediction ?? undefined
  const push = (id: string, one: Reported) => reported.set(id, [...(reported.get(id) ?? []), one].slice(-keptTold))

  return {
    get size() {
      return reported.size
    },
    ids: () => reported.keys(),
    idsOf: (hash: Hex): readonly string[] => [...(byTransaction.get(hash) ?? [])],
    /** Returns the last prediction for a finding, even if a later report withdrew it. */
    latest,
    /** Returns the last report for a finding on the state of a block before `before`. */
    last: (id: string, before: bigint): Reported | undefined =>
      reported.get(id)?.findLast(({ blockNumber }) => blockNumber < before),
    add(prediction: Prediction): void {
      const { id, transactions, blockNumber } = prediction.finding
      push(id, { blockNumber, prediction })
      for (const hash of transactions) byTransaction.set(hash, (byTransaction.get(hash) ?? new Set()).add(id))
    },
    withdraw(id: string, blockNumber: bigint): void {
      if (reported.get(id)?.at(-1)?.prediction) push(id, { blockNumber, prediction: null })
    },
    forget(id: string): void {
      const transactions = latest(id)?.finding.transactions ?? []
      reported.delete(id)
      for (const hash of transactions) {
        const ids = byTransaction.get(hash)
        ids?.delete(id)
        if (ids?.size !== 0) continue
        byTransaction.delete(hash)
        onUnused(hash)
      }
    },
  }
}
