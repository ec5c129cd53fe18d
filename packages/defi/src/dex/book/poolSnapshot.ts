import { getOrCreate } from '@outrigger/core/internal'
import type { Address, Hex } from 'viem'
import { toLower } from '../pool.ts'
import type { PoolState } from '../poolState.ts'
import type { PoolBookBlock, PoolSnapshot } from './poolBookTypes.ts'
import { emptyVersion, type PoolVersion, toPairKey } from './poolVersion.ts'
import type { VersionHistory } from './versionHistory.ts'

/** @param toToken the token that an address stands for: native currency is asked for by its wrapped token */
export function toSnapshot(
  block: PoolBookBlock | null,
  version: PoolVersion,
  toToken: (address: Address) => Address = toLower,
): PoolSnapshot {
  const { states, neighbours } = version
  const ids = toIdLookups(version)
  // Looked up once: whoever plays pending swaps asks for the same pools and pairs thousands of times a block.
  const found = new Map<Hex, PoolState>()
  function get(id: Hex): PoolState | null {
    const before = found.get(id)
    if (before !== undefined) return before
    const pool = states.get(id.toLowerCase())
    if (pool !== undefined) found.set(id, pool)
    return pool ?? null
  }
  const toStates = (some: readonly Hex[]) => some.flatMap((id) => states.get(id) ?? [])
  const byTokens = rememberOfTwo((a, b) => toStates(ids.ofTwo(toToken(a), toToken(b))))
  const bridges = rememberOfTwo((from, to) => toStates(ids.bridges(toToken(from), toToken(to))))
  const snapshot: PoolSnapshot = {
    block,
    size: states.size,
    get,
    byTokens,
    bridges,
    byToken(token) {
      const own = toToken(token)
      const all = (neighbours.get(own) ?? []).flatMap((other) => ids.ofTwo(own, other))
      // A pool of three tokens is with each of the two others.
      return toStates([...new Set(all)])
    },
    neighbours: (token) => neighbours.get(toToken(token)) ?? [],
    values: () => states.values(),
    changesSince(before) {
      const changes = states.changesSince(statesOf.get(before) ?? emptyVersion.states)
      return new Map([...changes].map(([id, pool]) => [id as Hex, pool ?? null]))
    },
  }
  statesOf.set(snapshot, states)
  return snapshot
}

type OfTwo<found> = (a: Address, b: Address) => found

/** Ids of pools by the tokens that they trade. */
type IdLookups = { readonly ofTwo: OfTwo<readonly Hex[]>; readonly bridges: OfTwo<readonly Hex[]> }

/** More would hardly find a better price, and the tokens everybody trades against have thousands. */
const mostBridges = 24

const idLookups = new WeakMap<PoolVersion['pairs'], IdLookups>()

/** Made anew where a pool comes or goes only: what is found in one block is not looked for again in the next. */
const toIdLookups = (version: PoolVersion) => getOrCreate(idLookups, version.pairs, () => createIdLookups(version))

function createIdLookups({ pairs, neighbours }: PoolVersion): IdLookups {
  const ofTwo = rememberOfTwo((a, b) => pairs.get(toPairKey(a, b)) ?? [], isFound)
  const bridges = rememberOfTwo((from, to) => {
    // A pool of three tokens may lead there over two of them.
    const ids = new Set<Hex>()
    for (const other of neighbours.get(from) ?? []) {
      if (ids.size >= mostBridges) break
      if (other !== to && ofTwo(other, to).length > 0) for (const id of ofTwo(from, other)) ids.add(id)
    }
    return [...ids].slice(0, mostBridges)
  }, isFound)
  return { ofTwo, bridges }
}

/** Tokens without a pool are not remembered for longer than a block: pending transactions may name any number of them. */
const isFound = (ids: readonly Hex[]) => ids.length > 0

function rememberOfTwo<found>(find: OfTwo<found>, isKept: (one: found) => boolean = () => true): OfTwo<found> {
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

const statesOf = new WeakMap<PoolSnapshot, PoolVersion['states']>()

/** The snapshot of what is latest in a history: one for each version, since it remembers what it has looked up. */
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
