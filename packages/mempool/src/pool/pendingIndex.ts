import type { Hex } from 'viem'
import type { MempoolFilter } from '../watcherTypes.ts'
import type { Tracked } from './tracked.ts'

/** What is pending, found by hash, sender and nonce, target or type. */
export type PendingIndex = {
  readonly size: number
  readonly bytes: number
  /** How often anything was added or removed. */
  readonly changes: number
  add(tracked: Tracked): void
  remove(tracked: Tracked): void
  /** The transaction that holds a nonce of a sender. */
  at(from: string, nonce: number): Tracked | undefined
  /** By nonce. */
  ofSender(from: string): ReadonlyMap<number, Tracked>
  values(): Iterable<Tracked>
  /** A small set that holds everything the filter can match. */
  candidates(filter: MempoolFilter): Iterable<Tracked>
}

const none: ReadonlyMap<number, Tracked> = new Map()

export function createPendingIndex(): PendingIndex {
  const all = new Map<Hex, Tracked>()
  const senders = new Map<string, Map<number, Tracked>>()
  const targets = new Map<string, Set<Tracked>>()
  const types = new Map<string, Set<Tracked>>()
  let bytes = 0
  let changes = 0

  const keysOf = ({ entry: { transaction, classification } }: Tracked) =>
    [
      [targets, transaction.to ?? ''],
      [types, classification.type],
    ] as const

  function* ofAddresses(addresses: readonly string[]): Iterable<Tracked> {
    const found = new Set<Tracked>()
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
      const nonces = senders.get(transaction.from) ?? new Map<number, Tracked>()
      senders.set(transaction.from, nonces.set(transaction.nonce, tracked))
      for (const [index, key] of keysOf(tracked)) index.set(key, (index.get(key) ?? new Set()).add(tracked))
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
    },
    at: (from, nonce) => senders.get(from)?.get(nonce),
    ofSender: (from) => senders.get(from) ?? none,
    values: () => all.values(),
    candidates({ addresses, types: wanted }) {
      if (addresses?.length) return ofAddresses(addresses)
      if (wanted?.length) return [...new Set(wanted)].flatMap((type) => [...(types.get(type) ?? [])])
      return all.values()
    },
  }
}
