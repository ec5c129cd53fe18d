import { createBoundedMap } from '@outrigger/core/internal'
import type { PendingIndex } from './pendingIndex.ts'
import type { TrackedTransaction } from './trackedTransaction.ts'

const maxSenders = 200_000

/** Next nonces of accounts, as shown by blocks. */
export type Nonces = {
  get(from: string): number | undefined
  set(from: string, next: number): void
  /** Applies a mined authorization. Returns true if it used this nonce, false if it did not or the next nonce is unknown. */
  authorize(authority: string, nonce: number): boolean
  /** Releases a nonce, because the block that used it has left the chain. Nonces of earlier blocks stay used. */
  release(from: string, nonce: number): void
  /**
   * Returns `queued` if an earlier nonce is missing, or if an authorization uses this nonce first. If the next nonce is
   * unknown, the lowest pending one is assumed.
   */
  toState(from: string, nonce: number): 'executable' | 'queued'
  /** Returns the executable transactions of a sender, in order. */
  executable(from: string): readonly TrackedTransaction[]
}

/** The consecutive pending transactions of a sender that a block could include. */
type NonceChain = {
  readonly changes: number
  readonly transactions: readonly TrackedTransaction[]
  /** First nonce that neither a transaction nor an authorization uses. */
  readonly gap: number
  /** Nonces used by authorizations in the sender's own transactions. */
  readonly spent: ReadonlySet<number>
}

export function createNonces(pending: PendingIndex): Nonces {
  const known = createBoundedMap<string, number>(maxSenders)
  let changes = 0
  /** Cached, because a sender may have thousands of pending transactions. */
  const chains = new WeakMap<ReadonlyMap<number, unknown>, NonceChain>()

  function set(from: string, next: number): void {
    changes += 1
    known.set(from, next)
  }

  function toChain(from: string): NonceChain {
    const waiting = pending.ofSender(from)
    const cached = chains.get(waiting)
    if (cached?.changes === pending.changes + changes) return cached
    const chain = findChain(from, new Set([from]))
    chains.set(waiting, chain)
    return chain
  }

  /**
   * Finds the consecutive transactions of a sender. A pending authorization uses up a nonce, as a transaction does. An
   * authorization in the sender's own transaction uses the nonce right after that of the transaction.
   */
  function findChain(from: string, visited: ReadonlySet<string>): NonceChain {
    const waiting = pending.ofSender(from)
    const authorizing = pending.authorizing(from)
    const transactions: TrackedTransaction[] = []
    const spent = new Set<number>()
    let gap = known.peek(from) ?? [...waiting.keys()].reduce((least, nonce) => Math.min(least, nonce), Infinity)
    // At most one step per transaction and authorization, because adding 1 has no effect above 2^53.
    for (let left = waiting.size + authorizing.size; left > 0; left -= 1) {
      const one = waiting.get(gap)
      if (one === undefined && !isCarried(authorizing.get(gap), visited)) break
      gap += 1
      if (one === undefined) continue
      transactions.push(one)
      gap = spendOwn(one, gap, spent)
    }
    return { changes: pending.changes + changes, transactions, gap, spent }
  }

  /** Whether another account's transaction that carries the authorization is executable. */
  function isCarried(carriers: ReadonlySet<TrackedTransaction> | undefined, visited: ReadonlySet<string>): boolean {
    for (const carrier of carriers ?? []) {
      const { from } = carrier.entry.transaction
      if (visited.has(from)) continue
      if (findChain(from, new Set([...visited, from])).transactions.includes(carrier)) return true
    }
    return false
  }

  return {
    get: (from) => known.peek(from),
    set,
    authorize(authority, nonce) {
      if (known.peek(authority) !== nonce) return false
      set(authority, nonce + 1)
      return true
    },
    release: (from, nonce) => set(from, Math.min(known.peek(from) ?? nonce, nonce)),
    toState(from, nonce) {
      const { gap, spent } = toChain(from)
      return nonce <= gap && !spent.has(nonce) ? 'executable' : 'queued'
    },
    executable: (from) => toChain(from).transactions,
  }
}

/** Adds the nonces that authorizations of the sender in its own transaction use, and returns the next nonce. */
function spendOwn({ entry, authorized }: TrackedTransaction, next: number, spent: Set<number>): number {
  let gap = next
  for (const { authority, nonce } of authorized) {
    if (authority !== entry.transaction.from || nonce !== gap) continue
    spent.add(nonce)
    gap += 1
  }
  return gap
}
