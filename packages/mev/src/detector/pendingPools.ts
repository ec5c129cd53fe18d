import { createBoundedMap } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { PendingTransaction } from '../view/applyTransaction.ts'

/** Index of pending swaps by pool. */
export type PendingPools = {
  add(entry: PendingTransaction, pools: readonly Hex[]): void
  remove(hash: Hex): void
  poolsOf(hash: Hex): readonly Hex[]
  /** Returns all transactions through any of the pools. */
  through(pools: readonly Hex[]): readonly Hex[]
  /** Returns the last evaluated transactions through any of the pools, at most 8, without the transaction `without`. */
  among(pools: readonly Hex[], without: Hex): readonly PendingTransaction[]
}

type Pending = { readonly entry: PendingTransaction; readonly pools: readonly Hex[] }

const mostAmong = 8

/** @param max number of transactions to store. Beyond this limit, the oldest ones are evicted. */
export function createPendingPools(max: number): PendingPools {
  const byPool = new Map<Hex, Map<Hex, PendingTransaction>>()
  const byHash = createBoundedMap<Hex, Pending>(max, { dispose: leavePools })

  function leavePools({ pools }: Pending, hash: Hex): void {
    for (const pool of pools) {
      const pending = byPool.get(pool)
      pending?.delete(hash)
      if (pending?.size === 0) byPool.delete(pool)
    }
  }

  return {
    remove: (hash) => void byHash.delete(hash),
    poolsOf: (hash) => byHash.peek(hash)?.pools ?? [],
    add(entry, pools) {
      const { hash } = entry.transaction
      byHash.set(hash, { entry, pools })
      for (const pool of pools) {
        const pending = byPool.get(pool) ?? new Map<Hex, PendingTransaction>()
        byPool.set(pool, pending.set(hash, entry))
      }
    },
    through: (pools) => pools.flatMap((pool) => [...(byPool.get(pool)?.keys() ?? [])]),
    among(pools, without) {
      const found = new Set<PendingTransaction>()
      for (const pool of pools) {
        const pending = byPool.get(pool)
        if (pending === undefined || (pending.size === 1 && pending.has(without))) continue
        for (const [hash, entry] of [...pending].slice(-mostAmong)) if (hash !== without) found.add(entry)
      }
      return [...found].slice(-mostAmong)
    },
  }
}
