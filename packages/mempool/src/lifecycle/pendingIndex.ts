import { getOrCreate } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { MempoolFilter } from '../watcherTypes.ts'
import type { AuthorizedNonce, TrackedTransaction } from './trackedTransaction.ts'

/** Pending transactions, indexed by hash, sender and nonce, recipient, and type. */
export type PendingIndex = {
  readonly size: number
  readonly bytes: number
  /** Number of additions and removals so far. */
  readonly changes: number
  add(tracked: TrackedTransaction): void
  remove(tracked: TrackedTransaction): void
  /** Returns the pending transaction with this sender and nonce. */
  at(from: string, nonce: number): TrackedTransaction | undefined
  /** Returns a sender's transactions by nonce. */
  ofSender(from: string): ReadonlyMap<number, TrackedTransaction>
  /** Returns each sender's transactions by nonce. */
  senders(): Iterable<readonly [string, ReadonlyMap<number, TrackedTransaction>]>
  /** Returns the pending transactions that carry an authorization of this account, by nonce. */
  authorizing(authority: string): ReadonlyMap<number, ReadonlySet<TrackedTransaction>>
  values(): Iterable<TrackedTransaction>
  /** Returns a superset of the transactions that match the filter, as small as the indexes allow. */
  candidates(filter: MempoolFilter): Iterable<TrackedTransaction>
}

const none: ReadonlyMap<number, never> = new Map<number, never>()

/** Removes a transaction from the set of a key, and an empty set from the index. */
function removeFrom<key>(index: Map<key, Set<TrackedTransaction>>, key: key, tracked: TrackedTransaction): void {
  const set = index.get(key)
  set?.delete(tracked)
  if (set?.size === 0) index.delete(key)
}

type Carriers = Map<string, Map<number, Set<TrackedTransaction>>>

function removeCarrier(carriers: Carriers, { authority, nonce }: AuthorizedNonce, tracked: TrackedTransaction): void {
  const byNonce = carriers.get(authority)
  if (byNonce === undefined) return
  removeFrom(byNonce, nonce, tracked)
  if (byNonce.size === 0) carriers.delete(authority)
}

export function createPendingIndex(): PendingIndex {
  const all = new Map<Hex, TrackedTransaction>()
  const senders = new Map<string, Map<number, TrackedTransaction>>()
  const targets = new Map<string, Set<TrackedTransaction>>()
  const types = new Map<string, Set<TrackedTransaction>>()
  const carriers: Carriers = new Map()
  let bytes = 0
  let changes = 0

  const keysOf = ({ entry: { transaction, classification } }: TrackedTransaction) =>
    [
      [targets, transaction.to ?? ''],
      [types, classification.type],
    ] as const

  function* ofAddresses(addresses: readonly string[]): Iterable<TrackedTransaction> {
    const found = new Set<TrackedTransaction>()
    for (const address of addresses.map((given) => given.toLowerCase())) {
      for (const tracked of senders.get(address)?.values() ?? []) found.add(tracked)
      for (const tracked of targets.get(address) ?? []) found.add(tracked)
    }
    yield* found
  }

  return {
    get size() {
      return all.size
    },
    get bytes() {
      return bytes
    },
    get changes() {
      return changes
    },
    add(tracked) {
      changes += 1
      const { transaction } = tracked.entry
      all.set(transaction.hash, tracked)
      bytes += tracked.bytes
      const nonces = getOrCreate(senders, transaction.from, () => new Map<number, TrackedTransaction>())
      nonces.set(transaction.nonce, tracked)
      for (const [index, key] of keysOf(tracked))
        getOrCreate(index, key, () => new Set<TrackedTransaction>()).add(tracked)
      for (const { authority, nonce } of tracked.authorized) {
        const byNonce = getOrCreate(carriers, authority, () => new Map<number, Set<TrackedTransaction>>())
        getOrCreate(byNonce, nonce, () => new Set<TrackedTransaction>()).add(tracked)
      }
    },
    remove(tracked) {
      const { transaction } = tracked.entry
      if (!all.delete(transaction.hash)) return
      changes += 1
      bytes -= tracked.bytes
      const nonces = senders.get(transaction.from)
      if (nonces?.get(transaction.nonce) === tracked) nonces.delete(transaction.nonce)
      if (nonces?.size === 0) senders.delete(transaction.from)
      for (const [index, key] of keysOf(tracked)) removeFrom(index, key, tracked)
      for (const authorized of tracked.authorized) removeCarrier(carriers, authorized, tracked)
    },
    at: (from, nonce) => senders.get(from)?.get(nonce),
    ofSender: (from) => senders.get(from) ?? none,
    senders: () => senders.entries(),
    authorizing: (authority) => carriers.get(authority) ?? none,
    values: () => all.values(),
    candidates({ addresses, types: listed }) {
      if (addresses?.length) return ofAddresses(addresses)
      if (listed?.length) return [...new Set(listed)].flatMap((type) => [...(types.get(type) ?? [])])
      return all.values()
    },
  }
}
