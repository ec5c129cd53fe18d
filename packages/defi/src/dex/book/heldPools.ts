import type { Hex } from 'viem'
import type { HeldPool } from './heldArchive.ts'
import type { KeptPools } from './keptPools.ts'
import type { PoolCatalog } from './poolCatalog.ts'

/** What of a book outlives its process. */
export type HeldPools = {
  /** Pools that were held before. */
  load(held: readonly HeldPool[]): void
  /** What has come to be held since this was last asked, and what is not held any more. */
  takeHeldChanges(): ReadonlyMap<Hex, HeldPool | null>
}

/** @param review has those read that were loaded */
export function createHeldPools(catalog: PoolCatalog, kept: KeptPools, review: () => void): HeldPools {
  return {
    load(held) {
      catalog.add(held.map(({ pool }) => pool))
      for (const { pool, isWanted } of held) {
        if (isWanted) kept.want(pool.id)
        else kept.touch(pool.id)
      }
      kept.evict()
      review()
    },
    takeHeldChanges() {
      const changes = kept.takeChanged().map((id): [Hex, HeldPool | null] => {
        const pool = kept.has(id) ? catalog.get(id) : undefined
        return [id, pool ? { pool, isWanted: kept.isWanted(id) } : null]
      })
      return new Map(changes)
    },
  }
}
