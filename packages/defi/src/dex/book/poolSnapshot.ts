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
  const known = new Map<Address, Map<Address, readonly PoolState[]>>()
  function get(id: Hex): PoolState | null {
    const before = found.get(id)
    if (before !== undefined) return before
    const pool = states.get(id.toLowerCase())
    if (pool !== undefined) found.set(id, pool)
    return pool ?? null
  }
  function byTokens(a: Address, b: Address): readonly PoolState[] {
    const ofA = known.get(a) ?? new Map<Address, readonly PoolState[]>()
    known.set(a, ofA)
    const pools =
      ofA.get(b) ?? (pairs.get(toPairKey(toToken(a), toToken(b))) ?? []).flatMap((id) => states.get(id) ?? [])
    ofA.set(b, pools)
    return pools
  }
  const snapshot: PoolSnapshot = {
    block,
    size: states.size,
    ...{ get, byTokens },
    byToken(token) {
      const own = toToken(token)
      const ids = (neighbours.get(own) ?? []).flatMap((other): readonly Hex[] => pairs.get(toPairKey(own, other)) ?? [])
      // A pool of three tokens is with each of the two others.
      return [...new Set(ids)].flatMap((id) => states.get(id) ?? [])
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
