import { advancePool, applyPoolLog, type PoolLog } from '@outrigger/defi/internal'
import type { Hex } from 'viem'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { createPoolView, type PoolView } from '../view/poolView.ts'

/** A log with the transaction that wrote it. */
export type MinedLog = PoolLog & { readonly transactionHash: Hex }

/** What a block did to pools. */
export type MinedPools = {
  /** The pools as the parent block left them. */
  readonly parent: PoolSnapshot
  /** Unix seconds of the block. */
  readonly timestamp: bigint
  /** The pools' own logs in the block, in the chain's order. */
  readonly logs: readonly MinedLog[]
}

/** How many of the block's logs were written before a transaction, and before its end; null where it wrote none. */
export function findPlace(
  logs: readonly MinedLog[],
  transaction: Hex,
): { readonly from: number; readonly to: number } | null {
  const from = logs.findIndex(({ transactionHash }) => transactionHash === transaction)
  if (from < 0) return null
  return { from, to: logs.findLastIndex(({ transactionHash }) => transactionHash === transaction) + 1 }
}

/** Pools in the middle of a block, and which of them the block has written to by then. */
export type MinedView = { readonly view: PoolView; readonly written: ReadonlySet<Hex> }

/** Some pools after so many logs of the block; null where one is not known, or a log does not say all that changed. */
export function toMinedView(
  { parent, timestamp, logs }: MinedPools,
  ids: readonly Hex[],
  count: number,
): MinedView | null {
  const view = createPoolView(parent)
  const written = new Set<Hex>()
  for (const id of ids) {
    const known = parent.get(id)
    const begun = known && advancePool(known, timestamp)
    let state = begun
    for (const log of logs.slice(0, count)) {
      if (state === null || state === 'unknown') return null
      state = applyPoolLog(state, log)
    }
    if (state === null || state === 'unknown') return null
    view.set(state)
    if (state !== begun) written.add(id)
  }
  return { view, written }
}
