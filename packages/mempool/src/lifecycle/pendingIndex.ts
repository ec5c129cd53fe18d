import { getOrCreate } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { MempoolFilter } from '../watcherTypes.ts'
import type { TrackedTransaction } from './trackedTransaction.ts'

/** The pending transactions, indexed by hash, sender and nonce, recipient, and type. */
export type PendingIndex = {
  readonly size: number
  readonly bytes: number
  /** How often anything was added or removed. */
  readonly changes: number
  add(tracked: TrackedTransaction): void
  remove(tracked: TrackedTransaction): void
  /** The pending transaction with this sender and nonce. */
  at(from: string, nonce: number): TrackedTransaction | undefined
  /** By nonce. */
  ofSender(from: string): ReadonlyMap<number, TrackedTransaction>
  /** Each sender's transactions by nonce. */
  senders(): Iterable<readonly [string, ReadonlyMap<number, TrackedTransaction>]>
  /** By nonce: the pending transactions that carry an authorization of this account. */
  authorizing(authority: string): ReadonlyMap<number, ReadonlySet<TrackedTransaction>>
  values(): Iterable<TrackedTransaction>
  /** A superset of what the filter matches, as small as the indexes allow. */
  candidates(filter: MempoolFilter): Iterable<TrackedTransaction>
}

const none: ReadonlyMap<number, never> = new Map<number, never>()

export function createPendingIndex(): PendingIndex {
  const all = new Map<Hex, TrackedTransaction>()
  const senders = new Map<string, Map<number, TrackedTransaction>>()
  const targets = new Map<string, Set<TrackedTransaction>>()
  const types = new Map<string, Set<TrackedTransaction>>()
  const carriers = new Map<string, Map<number, Set<TrackedTransaction>>>()
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
      const nonces = senders.get(transaction.from) ?? new Map<number, TrackedTransaction>()
      senders.set(transaction.from, nonces.set(transaction.nonce, tracked))
      for (const [index, key] of keysOf(tracked)) index.set(key, (index.get(key) ?? new Set()).add(tracked))
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
      for (const [index, key] of keysOf(tracked)) {
        const set = index.get(key)
        set?.delete(tracked)
        if (set?.size === 0) index.delete(key)
      }
      for (const { authority, nonce } of tracked.authorized) {
        const byNonce = carriers.get(authority)
        byNonce?.get(nonce)?.delete(tracked)
        if (byNonce?.get(nonce)?.size === 0) byNonce.delete(nonce)
        if (byNonce?.size === 0) carriers.delete(authority)
      }
    },
    at: (from, nonce) => senders.get(from)?.get(nonce),
    ofSender: (from) => senders.get(from) ?? none,
    senders: () => senders.entries(),
    authorizing: (authority) => carriers.get(authority) ?? none,
    values: () => all.values(),
    candidates({ addresses, types: wanted }) {
      if (addresses?.length) return ofAddresses(addresses)
      if (wanted?.length) return [...new Set(wanted)].flatMap((type) => [...(types.get(type) ?? [])])
      return all.values()
    },
  }
}
