import type { Address, Hex } from 'viem'
import type { PoolState } from '../poolState.ts'
import { createVersionedMap, type MapEdit, type VersionedMap } from './versionedMap.ts'

/**
 * The pools whose state at one block is known, indexed by id and by tokens. It is immutable, and the next version shares
 * the unchanged parts.
 */
export type PoolVersion = {
  /** Pools by id. */
  readonly states: VersionedMap<PoolState>
  /** Ids of pools by pairs of tokens. */
  readonly pairs: VersionedMap<readonly Hex[]>
  /** Tokens that a token trades against, in no particular order. */
  readonly neighbours: VersionedMap<readonly Address[]>
}

export const emptyVersion: PoolVersion = {
  states: createVersionedMap(),
  pairs: createVersionedMap(),
  neighbours: createVersionedMap(),
}

/** New states. Null for pools whose state is no longer known. */
type PoolChanges = ReadonlyMap<Hex, PoolState | null>

/** Returns the version after changes. Changed states of known pools do not touch the token indexes. */
export function toNextVersion(before: PoolVersion, changes: PoolChanges): PoolVersion {
  const states = before.states.edit()
  const pairs = before.pairs.edit()
  const opened = new Map<string, readonly [Address, Address]>()
  for (const [id, state] of changes) {
    const known = states.get(id)
    if (state) states.set(id, state)
    else states.delete(id)
    if ((known === undefined) === (state === null)) continue
    for (const [a, b] of toPairs((state ?? known)?.tokens ?? [])) {
      const key = toPairKey(a, b)
      const ids = pairs.get(key) ?? []
      const next = state ? [...ids, id] : ids.filter((one) => one !== id)
      setOrDelete(pairs, key, next)
      if (ids.length === 0 || next.length === 0) opened.set(key, [a, b])
    }
  }
  return { states: states.done(), pairs: pairs.done(), neighbours: editNeighbours(before, pairs.get, opened.values()) }
}

/** Neighbor lists of the most traded tokens are long, so each list is rebuilt once for all its changes. */
function editNeighbours(
  { neighbours }: PoolVersion,
  getIds: (key: string) => readonly Hex[] | undefined,
  changed: Iterable<readonly [Address, Address]>,
): VersionedMap<readonly Address[]> {
  const lists = new Map<Address, Set<Address>>()
  function openList(token: Address): Set<Address> {
    const list = lists.get(token) ?? new Set(neighbours.get(token))
    lists.set(token, list)
    return list
  }
  for (const [a, b] of changed) {
    const isPair = getIds(toPairKey(a, b)) !== undefined
    for (const [token, other] of [
      [a, b],
      [b, a],
    ] as const)
      if (isPair) openList(token).add(other)
      else openList(token).delete(other)
  }
  const edit = neighbours.edit()
  for (const [token, list] of lists) setOrDelete(edit, token, [...list])
  return edit.done()
}

function setOrDelete<item>(edit: MapEdit<readonly item[]>, key: string, list: readonly item[]): void {
  if (list.length > 0) edit.set(key, list)
  else edit.delete(key)
}

export const toPairKey = (a: Address, b: Address): string => (a < b ? `${a}${b}` : `${b}${a}`)

/** Returns every pair of a pool's tokens once. */
export function toPairs(tokens: readonly Address[]): readonly (readonly [Address, Address])[] {
  const distinct = [...new Set(tokens)]
  return distinct.flatMap((a, index) => distinct.slice(index + 1).map((b) => [a, b] as const))
}
