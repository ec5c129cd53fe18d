import type { Address, Hex } from 'viem'
import { toLower } from '../pool.ts'
import type { PoolState } from '../poolState.ts'
import type { PoolBookBlock, PoolSnapshot } from './poolBookTypes.ts'
import { emptyVersion, type PoolVersion, toPairKey } from './poolVersion.ts'
import type { VersionHistory } from './versionHistory.ts'

/** @param toToken the token that an address stands for: native currency is asked for by its wrapped token */
export function toSnapshot(
  block: PoolBookBlock | null,
  { states, pairs, neighbours }: PoolVersion,
  toToken: (address: Address) => Address = toLower,
): PoolSnapshot {
  // Looked up once: whoever plays pending swaps asks for the same pools and pairs thousands of times a block.
  const found = new Map<Hex, PoolState>()
  function get(id: Hex): PoolState | null {
    const before = found.get(id)
    if (before !== undefined) return before
    const pool = states.get(id.toLowerCase())
    if (pool !== undefined) found.set(id, pool)
    return pool ?? null
  }
  const ofPair = (a: Address, b: Address) => pairs.get(toPairKey(a, b)) ?? []
  const toStates = (ids: readonly Hex[]) => ids.flatMap((id) => states.get(id) ?? [])
  const byTokens = rememberOfTwo((a, b) => toStates(ofPair(toToken(a), toToken(b))))
  const bridges = rememberOfTwo((from, to) => {
    const [own, target] = [toToken(from), toToken(to)]
    // A pool of three tokens may lead there over two of them.
    const ids = new Set<Hex>()
    for (const other of neighbours.get(own) ?? []) {
      if (ids.size >= mostBridges) break
      if (other !== target && ofPair(other, target).length > 0) for (const id of ofPair(own, other)) ids.add(id)
    }
    return toStates([...ids].slice(0, mostBridges))
  })
  const snapshot: PoolSnapshot = {
    block,
    size: states.size,
    ...{ get, byTokens, bridges },
    byToken(token) {
      const own = toToken(token)
      const ids = (neighbours.get(own) ?? []).flatMap((other) => ofPair(own, other))
      // A pool of three tokens is with each of the two others.
      return toStates([...new Set(ids)])
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

/** More would hardly find a better price, and the tokens everybody trades against have thousands. */
const mostBridges = 24

function rememberOfTwo(find: (a: Address, b: Address) => readonly PoolState[]): typeof find {
  const known = new Map<Address, Map<Address, readonly PoolState[]>>()
  return (a, b) => {
    const ofA = known.get(a) ?? new Map<Address, readonly PoolState[]>()
    known.set(a, ofA)
    const pools = ofA.get(b) ?? find(a, b)
    ofA.set(b, pools)
    return pools
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
