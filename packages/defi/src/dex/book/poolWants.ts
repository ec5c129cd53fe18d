import { createBoundedMap } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import { sortTokens } from '../pool.ts'
import { type AddressLookups, createAddressLookups } from './addressLookups.ts'
import type { KnownPool } from './knownPool.ts'
import type { NativeToken } from './nativeToken.ts'
import { createPairLookups, type PairLookups } from './pairLookups.ts'
import type { PoolWant } from './poolBookTypes.ts'
import type { PoolCatalog } from './poolCatalog.ts'
import type { PoolLists } from './poolLists.ts'
import type { PoolTracker } from './poolTracker.ts'
import { toPairKey, toPairs } from './poolVersion.ts'

const rememberedWants = 10_000

/** What somebody asks for, also before its pools are known. */
export type PoolWants = {
  readonly pairs: PairLookups
  readonly addresses: AddressLookups
  /** Pairs and addresses to be asked for. */
  readonly waiting: number
  want(want: PoolWant): void
  /** Adds pools to the catalog, and has those read that were asked for. */
  find(pools: readonly KnownPool[]): void
  /** A reorganisation may have changed what there is. */
  forget(): void
}

type Parts = {
  readonly catalog: PoolCatalog
  readonly tracker: PoolTracker
  readonly lists: Pick<PoolLists, 'want'>
  readonly native: NativeToken
}

export function createPoolWants({ catalog, tracker, lists, native: { toToken } }: Parts): PoolWants {
  const open = createBoundedMap<string, true>(rememberedWants)
  const isWanted = ({ id, tokens }: KnownPool) =>
    open.has(id) || toPairs(tokens).some(([a, b]) => open.has(toPairKey(a, b)))
  const wantAll = (ids: readonly Hex[]) => {
    for (const id of ids) tracker.want(id)
  }

  function find(pools: readonly KnownPool[]): void {
    catalog.add(pools)
    if (open.size > 0) wantAll(pools.filter(isWanted).map(({ id }) => id))
  }
  const pairs = createPairLookups(find)
  const addresses = createAddressLookups(find)

  return {
    pairs,
    addresses,
    get waiting() {
      return pairs.size + addresses.size
    },
    find,
    forget() {
      pairs.forget()
      addresses.forget()
    },
    want(want) {
      if ('id' in want) {
        const id = want.id.toLowerCase() as Hex
        open.set(id, true)
        tracker.want(id)
        if (catalog.get(id) !== undefined) return
        addresses.add(id)
        lists.want(id)
        return
      }
      const [a, b] = sortTokens(...(want.tokens.map(toToken) as [Hex, Hex]))
      if (a === b) return
      open.set(toPairKey(a, b), true)
      wantAll(catalog.byTokens(a, b).map(({ id }) => id))
      pairs.add([a, b])
    },
  }
}
