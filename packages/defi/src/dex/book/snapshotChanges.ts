import type { ChainName } from '@outrigger/core'
import type { Address, Hex } from 'viem'
import type { PoolState } from '../poolState.ts'
import { createNativeToken } from './nativeToken.ts'
import type { PoolBookBlock, PoolSnapshot } from './poolBookTypes.ts'
import { toSnapshot, toVersion } from './poolSnapshot.ts'
import { emptyVersion, type PoolVersion } from './poolVersion.ts'
import type { VersionedMap } from './versionedMap.ts'

/** Changed entries of a map. Null for a removed entry. */
type Entries<key, value> = readonly (readonly [key: key, value: value | null])[]

/**
 * The differences of two snapshots: pools by id, and the ids and tokens of the two indexes. The indexes are included because the
 * order of their lists decides between pools with equal prices.
 */
export type SnapshotChanges = {
  readonly states: Entries<Hex, PoolState>
  readonly pairs: Entries<string, readonly Hex[]>
  readonly neighbours: Entries<Address, readonly Address[]>
}

/** Returns how a snapshot differs from an earlier one of the same book, or all of it without an earlier one. */
export function toSnapshotChanges(after: PoolSnapshot, before: PoolSnapshot | null): SnapshotChanges {
  const [next, former] = [toVersion(after), before === null ? emptyVersion : toVersion(before)]
  return {
    states: toEntries(next.states, former.states),
    pairs: toEntries(next.pairs, former.pairs),
    neighbours: toEntries(next.neighbours, former.neighbours),
  }
}

const toEntries = <key extends string, value>(after: VersionedMap<value>, before: VersionedMap<value>) =>
  [...after.changesSince(before)].map(([key, value]) => [key as key, value ?? null] as const)

/** A copy of a book's snapshots, built from their changes. */
export type SnapshotCopy = {
  /** Adds changes to the next snapshot. */
  apply(changes: SnapshotChanges): void
  /** Returns a snapshot with all changes so far. It never changes. */
  take(block: PoolBookBlock | null): PoolSnapshot
}

/**
 * Creates an empty copy. After the same changes it returns the same pools in the same order as the book.
 *
 * @example
 * const copy = createSnapshotCopy('ethereum')
 * copy.apply(toSnapshotChanges(book.snapshot(), null))
 * copy.take(book.block()).byToken(weth)
 */
export function createSnapshotCopy(chain: ChainName): SnapshotCopy {
  const { toToken } = createNativeToken(chain)
  let version: PoolVersion = emptyVersion
  return {
    apply({ states, pairs, neighbours }) {
      version = {
        states: edit(version.states, states),
        pairs: edit(version.pairs, pairs),
        neighbours: edit(version.neighbours, neighbours),
      }
    },
    take: (block) => toSnapshot(block, version, toToken),
  }
}

function edit<value>(before: VersionedMap<value>, entries: Entries<string, value>): VersionedMap<value> {
  const next = before.edit()
  for (const [key, value] of entries) {
    if (value === null) next.delete(key)
    else next.set(key, value)
  }
  return next.done()
}
