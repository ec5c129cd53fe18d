import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { Finding } from '../finding.ts'
import type { VoidReason } from './outcome.ts'
import type { BlockId, Due, OnVoid, Prediction } from './prediction.ts'
import { createToldFindings } from './toldFindings.ts'

/**
 * Stores findings that depend on pending transactions. The prediction to score is the last report before the block that
 * includes the transactions.
 */
export function createPendingPredictions(max: number, onVoid: OnVoid) {
  const mined = new Map<Hex, { readonly entry: MempoolTransaction; readonly block: BlockId }>()
  const reported = createToldFindings((hash) => mined.delete(hash))

  function settle(id: string, block: BlockId): Due | null {
    const last = reported.last(id, block.number)
    const prediction = last?.prediction ?? reported.latest(id)
    if (prediction === undefined) return null
    const places = prediction.finding.transactions.map((hash) => mined.get(hash))
    const entries = places.flatMap((place) => (place?.block.hash === block.hash ? [place.entry] : []))
    if (entries.length < places.length) return { ...prediction, entries, undecided: 'differentBlocks' }
    // Every report used the state of this block or a later block, so no report was a prediction.
    if (last === undefined) return null
    return { ...prediction, entries, undecided: last.prediction === null ? 'withdrawn' : null }
  }

  function mine(entry: MempoolTransaction, block: BlockId): void {
    if (reported.idsOf(entry.transaction.hash).length > 0) mined.set(entry.transaction.hash, { entry, block })
  }

  return {
    mine,
    tell(prediction: Prediction): void {
      reported.add(prediction)
      if (reported.size <= max) return
      const [oldest] = reported.ids()
      if (oldest === undefined) return
      const last = reported.latest(oldest)
      if (last) onVoid(last, 'overload')
      reported.forget(oldest)
    },
    withdraw: (id: string, blockNumber: bigint) => reported.withdraw(id, blockNumber),
    fail(entry: MempoolTransaction, block: BlockId): void {
      const { hash } = entry.transaction
      for (const id of reported.idsOf(hash)) {
        const last = reported.latest(id)
        if (!last || isBefore(last.finding, hash)) continue
        onVoid(last, 'reverted')
        reported.forget(id)
      }
      mine(entry, block)
    },
    unmine: (hash: Hex): void => void mined.delete(hash),
    drop(hash: Hex, why: VoidReason): void {
      for (const id of reported.idsOf(hash)) {
        const last = reported.latest(id)
        if (last) onVoid(last, why)
        reported.forget(id)
      }
    },
    blocks: () => [...mined.values()].map(({ block }) => block),
    take(block: BlockId): readonly Due[] {
      const hashes = [...mined].flatMap(([hash, one]) => (one.block.hash === block.hash ? [hash] : []))
      const ids = new Set(hashes.flatMap((hash) => reported.idsOf(hash)))
      const due = [...ids].flatMap((id) => settle(id, block) ?? [])
      for (const id of ids) reported.forget(id)
      for (const hash of hashes) mined.delete(hash)
      return due
    },
  }
}

/** Returns true if a finding executes before a transaction. The finding then remains valid if the transaction reverts. */
function isBefore({ type, id }: Finding, hash: Hex): boolean {
  return type === 'frontrun' || (type === 'liquidation' && id.endsWith(hash))
}
