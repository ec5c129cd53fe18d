import { getOrCreate } from '@outrigger/core/internal'
import type { Address, Hex } from 'viem'
import { toLower } from '../pool.ts'
import type { PoolState } from '../poolState.ts'
import type { PoolBookBlock, PoolSnapshot } from './poolBookTypes.ts'
import { emptyVersion, type PoolVersion, toPairKey } from './poolVersion.ts'
import type { VersionHistory } from './versionHistory.ts'

/** @param toToken maps an address to its token: the native currency to its wrapped token */
export function toSnapshot(
  block: PoolBookBlock | null,
  version: PoolVersion,
  toToken: (address: Address) => Address = toLower,
): PoolSnapshot {
  const { states, neighbours } = version
  const ids = toIdLookups(version)
  // Cached because replaying pending swaps requests the same pools and pairs thousands of times per block.
  const found = new Map<Hex, PoolState>()
  function get(id: Hex): PoolState | null {
    const before = found.get(id)
    if (before !== undefined) return before
    const pool = states.get(id.toLowerCase())
    if (pool !== undefined) found.set(id, pool)
    return pool ?? null
  }
  const toStates = (some: readonly Hex[]) => some.flatMap((id) => states.get(id) ?? [])
  const byTokens = cacheByPair((a, b) => toStates(ids.byPair(toToken(a), toToken(b))))
  const bridges = cacheByPair((from, to) => toStates(ids.bridges(toToken(from), toToken(to))))
  const snapshot: PoolSnapshot = {
    block,
    size: states.size,
    get,
    byTokens,
    bridges,
    byToken(token) {
      const own = toToken(token)
      const all = (neighbours.get(own) ?? []).flatMap((other) => ids.byPair(own, other))
      // A pool of three tokens is listed for each of the two others.
      return toStates([...new Set(all)])
    },
    neighbours: (token) => neighbours.get(toToken(token)) ?? [],
    values: () => states.values(),
    changesSince(before) {
      const changes = states.changesSince(toVersion(before).states)
      return new Map([...changes].map(([id, pool]) => [id as Hex, pool ?? null]))
    },
  }
  versions.set(snapshot, version)
  return snapshot
}

type ByPair<found> = (a: Address, b: Address) => found

/** Ids of pools by pairs of tokens. */
type IdLookups = { readonly byPair: ByPair<readonly Hex[]>; readonly bridges: ByPair<readonly Hex[]> }

/** More would rarely find a better price, and the most traded tokens have thousands. */
const mostBridges = 24

const idLookups = new WeakMap<PoolVersion['pairs'], IdLookups>()

/** Recreated only when a pool is added or removed, so that lookups of one block are reused in the next. */
const toIdLookups = (version: PoolVersion) => getOrCreate(idLookups, version.pairs, () => createIdLookups(version))

function createIdLookups({ pairs, neighbours }: PoolVersion): IdLookups {
  const byPair = cacheByPair((a, b) => pairs.get(toPairKey(a, b)) ?? [], isFound)
  const bridges = cacheByPair((from, to) => {
    // A pool of three tokens may lead there through two of them.
    const ids = new Set<Hex>()
    for (const other of neighbours.get(from) ?? []) {
      if (ids.size >= mostBridges) break
      if (other !== to && byPair(other, to).length > 0) for (const id of byPair(from, other)) ids.add(id)
    }
    return [...ids].slice(0, mostBridges)
  }, isFound)
  return { byPair, bridges }
}

/** Misses are cached for one block only, because pending transactions can name any number of tokens. */
const isFound = (ids: readonly Hex[]) => ids.length > 0

function cacheByPair<found>(find: ByPair<found>, isKept: (one: found) => boolean = () => true): ByPair<found> {
  const known = new Map<Address, Map<Address, found>>()
  return (a, b) => {
    const ofA = known.get(a)
    const before = ofA?.get(b)
    if (before !== undefined) return before
    const one = find(a, b)
    if (!isKept(one)) return one
    if (ofA === undefined) known.set(a, new Map([[b, one]]))
    else ofA.set(b, one)
    return one
  }
}

const versions = new WeakMap<PoolSnapshot, PoolVersion>()

/** Returns the version that a snapshot shows. Empty for a snapshot that no book has created. */
export const toVersion = (snapshot: PoolSnapshot): PoolVersion => versions.get(snapshot) ?? emptyVersion

/** Returns the latest snapshot of a history. One is created per version because it caches lookups. */
export function createSnapshots(
  history: Pick<VersionHistory, 'block' | 'version'>,
  toToken: (address: Address) => Address,
): () => PoolSnapshot {
  let ofVersion: PoolVersion | undefined
  let latest: PoolSnapshot | undefined
  return () => {
    const { block, version } = history
    if (latest === undefined || latest.block !== block || ofVersion !== version)
      latest = toSnapshot(block, version, toToken)
    ofVersion = version
    return latest
  }
}
