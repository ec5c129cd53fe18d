import { createBoundedMap } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import { sortTokens } from '../pool.ts'
import { type AddressLookups, createAddressLookups } from './addressLookups.ts'
import type { KnownPool } from './knownPool.ts'
import type { NativeToken } from './nativeToken.ts'
import { createPairLookups, type PairLookups } from './pairLookups.ts'
import type { PoolRequest } from './poolBookTypes.ts'
import type { PoolCatalog } from './poolCatalog.ts'
import type { PoolLists } from './poolLists.ts'
import type { PoolTracker } from './poolTracker.ts'
import { toPairKey, toPairs } from './poolVersion.ts'

const rememberedRequests = 10_000

/** Requests by callers, also for pools that are not known yet. */
export type PoolRequests = {
  readonly pairs: PairLookups
  readonly addresses: AddressLookups
  /** Number of pairs and addresses to look up. */
  readonly waiting: number
  request(request: PoolRequest): void
  /** Adds pools to the catalog, and reads the requested ones. */
  find(pools: readonly KnownPool[]): void
  /** Forgets past lookups because a reorg may have changed their results. */
  forget(): void
}

type Parts = {
  readonly catalog: PoolCatalog
  readonly tracker: PoolTracker
  readonly lists: Pick<PoolLists, 'request'>
  readonly native: NativeToken
}

export function createPoolRequests({ catalog, tracker, lists, native: { toToken } }: Parts): PoolRequests {
  const open = createBoundedMap<string, true>(rememberedRequests)
  const isRequested = ({ id, tokens }: KnownPool) =>
    open.has(id) || toPairs(tokens).some(([a, b]) => open.has(toPairKey(a, b)))
  const requestAll = (ids: readonly Hex[]) => {
    for (const id of ids) tracker.request(id)
  }

  function find(pools: readonly KnownPool[]): void {
    catalog.add(pools)
    if (open.size > 0) requestAll(pools.filter(isRequested).map(({ id }) => id))
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
    request(request) {
      if ('id' in request) {
        const id = request.id.toLowerCase() as Hex
        open.set(id, true)
        tracker.request(id)
        if (catalog.get(id) !== undefined) return
        addresses.add(id)
        lists.request(id)
        return
      }
      const [a, b] = sortTokens(...(request.tokens.map(toToken) as [Hex, Hex]))
      if (a === b) return
      open.set(toPairKey(a, b), true)
      requestAll(catalog.byTokens(a, b).map(({ id }) => id))
      pairs.add([a, b])
    },
  }
}
