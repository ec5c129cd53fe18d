import { advancePool, applyPoolLog, type PoolLog } from '@outrigger/defi/internal'
import type { Hex } from 'viem'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { createPoolView, type PoolView } from '../view/poolView.ts'

/** A log and the hash of the transaction that emitted it. */
export type MinedLog = PoolLog & { readonly transactionHash: Hex }

/** The changes that a block made to pools. */
export type MinedPools = {
  /** The state of the pools after the parent block. */
  readonly parent: PoolSnapshot
  /** Timestamp of the block in Unix seconds. */
  readonly timestamp: bigint
  /** The pools' logs in the block, ordered by log index. */
  readonly logs: readonly MinedLog[]
}

/**
 * Returns the number of logs in the block before a transaction (`from`) and up to its last log (`to`). Returns null if the
 * transaction emitted no logs.
 */
export function findPlace(
  logs: readonly MinedLog[],
  transaction: Hex,
): { readonly from: number; readonly to: number } | null {
  const from = logs.findIndex(({ transactionHash }) => transactionHash === transaction)
  if (from < 0) return null
  return { from, to: logs.findLastIndex(({ transactionHash }) => transactionHash === transaction) + 1 }
}

/** The state of pools at a position inside a block. `written` holds the pools that the block has changed before it. */
export type MinedView = { readonly view: PoolView; readonly written: ReadonlySet<Hex> }

/**
 * Returns the state of pools after the first `count` logs of the block. Returns null if a pool is unknown or if a log does not
 * describe the complete change of its pool.
 */
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
