import type { Address, Hex } from 'viem'
import type { PoolState } from '../poolState.ts'
import { createVersionedMap, type VersionedMap } from './versionedMap.ts'

/** Every pool with a state at one block, and which tokens trade with which: immutable, and cheap to derive the next one from. */
export type PoolVersion = {
  /** By id. */
  readonly states: VersionedMap<PoolState>
  /** Ids of the pools of two tokens, by both. */
  readonly pairs: VersionedMap<readonly Hex[]>
  /** Tokens that a token trades against, in no order. */
  readonly neighbours: VersionedMap<readonly Address[]>
}

export const emptyVersion: PoolVersion = {
  states: createVersionedMap(),
  pairs: createVersionedMap(),
  neighbours: createVersionedMap(),
}

/** States that are new; null for those that are not known any more. */
export type PoolChanges = ReadonlyMap<Hex, PoolState | null>

/** The version after changes. A pool whose state only moves costs nothing in the index of tokens. */
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
      if (next.length > 0) pairs.set(key, next)
      else pairs.delete(key)
      if (ids.length === 0 || next.length === 0) opened.set(key, [a, b])
    }
  }
  return { states: states.done(), pairs: pairs.done(), neighbours: editNeighbours(before, pairs.get, opened.values()) }
}

/** Lists of neighbours are long for the tokens everybody trades against: each is made anew once, for all its changes. */
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
  for (const [token, list] of lists)
    if (list.size > 0) edit.set(token, [...list])
    else edit.delete(token)
  return edit.done()
}

export const toPairKey = (a: Address, b: Address): string => (a < b ? `${a}${b}` : `${b}${a}`)

/** Every two of a pool's tokens, each pair once. */
export function toPairs(tokens: readonly Address[]): readonly (readonly [Address, Address])[] {
  const distinct = [...new Set(tokens)]
  return distinct.flatMap((a, index) => distinct.slice(index + 1).map((b) => [a, b] as const))
}
