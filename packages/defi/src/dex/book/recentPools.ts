import type { Hex } from 'viem'
import type { FoundPool } from './poolSearch.ts'

/** Pools that a search has found in blocks that may still be replaced. */
export type RecentPools = {
  add(found: readonly FoundPool[]): void
  /** Those made in a block or after it, which has left the chain. */
  takeFrom(blockNumber: bigint): readonly Hex[]
  /** A search begins anew, and finds again what is recent. */
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
