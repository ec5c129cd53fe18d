import type { Hex } from 'viem'
import type { FoundPool } from './poolSearch.ts'

/** Pools that a search found in blocks that a reorg may still replace. */
type RecentPools = {
  add(found: readonly FoundPool[]): void
  /** Removes and returns the pools created in a removed block or later. */
  takeFrom(blockNumber: bigint): readonly Hex[]
  /** Clears the list because a new search finds recent pools again. */
  clear(): void
}

export function createRecentPools(): RecentPools {
  let recent: readonly { readonly id: Hex; readonly blockNumber: bigint }[] = []
  return {
    add(found) {
      const added = found.flatMap(({ pool, blockNumber }) =>
        blockNumber === null ? [] : [{ id: pool.id, blockNumber }],
      )
      if (added.length > 0) recent = [...recent, ...added]
    },
    takeFrom(blockNumber) {
      const gone = recent.filter((one) => one.blockNumber >= blockNumber)
      recent = recent.filter((one) => one.blockNumber < blockNumber)
      return gone.map(({ id }) => id)
    },
    clear() {
      recent = []
    },
  }
}
