import { LRUCache } from 'lru-cache'
import type { Hex } from 'viem'
import { sortTokens, toLower } from '../pool.ts'
import type { KnownPool } from './knownPool.ts'
import { createPairLookups, type PairLookups } from './pairLookups.ts'
import type { PoolWant } from './poolBookTypes.ts'
import type { PoolCatalog } from './poolCatalog.ts'
import type { PoolTracker } from './poolTracker.ts'
import { toPairKey, toPairs } from './poolVersion.ts'

const rememberedWants = 10_000

/** What somebody asks for, also before its pools are known. */
export type PoolWants = {
  readonly lookups: PairLookups
  want(want: PoolWant): void
  /** Adds pools to the catalog, and has those read that were asked for. */
  find(pools: readonly KnownPool[]): void
}

export function createPoolWants(catalog: PoolCatalog, tracker: PoolTracker): PoolWants {
  const open = new LRUCache<string, true>({ max: rememberedWants })
  const isWanted = ({ id, tokens }: KnownPool) =>
    open.has(id) || toPairs(tokens).some(([a, b]) => open.has(toPairKey(a, b)))
  const wantAll = (ids: readonly Hex[]) => {
    for (const id of ids) tracker.want(id)
  }

  function find(pools: readonly KnownPool[]): void {
    catalog.add(pools)
    if (open.size > 0) wantAll(pools.filter(isWanted).map(({ id }) => id))
  }
  const lookups = createPairLookups(find)

  return {
    lookups,
    find,
    want(want) {
      if ('id' in want) {
        const id = want.id.toLowerCase() as Hex
        open.set(id, true)
        tracker.want(id)
        return
      }
      const [a, b] = sortTokens(...(want.tokens.map(toLower) as [Hex, Hex]))
      if (a === b) return
      open.set(toPairKey(a, b), true)
      wantAll(catalog.byTokens(a, b).map(({ id }) => id))
      lookups.add([a, b])
    },
  }
}
