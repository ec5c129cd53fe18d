import { createBoundedMap } from '@outrigger/core/internal'
import type { PendingIndex } from './pendingIndex.ts'
import type { TrackedTransaction } from './trackedTransaction.ts'

const maxSenders = 200_000

/** The next nonce of accounts, as far as blocks show it. */
export type Nonces = {
  get(from: string): number | undefined
  set(from: string, next: number): void
  /** A block has an authorization of the account: true if it has used this nonce. Of an account whose next nonce is not known it is not known either. */
  authorize(authority: string, nonce: number): boolean
  /** The block in which the account used this nonce has left the chain; the nonces of earlier blocks stay used. */
  release(from: string, nonce: number): void
  /**
   * `queued` where a nonce before this one is missing, or where an authorization uses this one first. Without a known next
   * nonce, the lowest pending one counts as it.
   */
  toState(from: string, nonce: number): 'executable' | 'queued'
  /** The executable transactions of a sender, in order. */
  executable(from: string): readonly TrackedTransaction[]
}

/** What of a sender's pending transactions a block could take. */
type Run = {
  readonly changes: number
  readonly transactions: readonly TrackedTransaction[]
  /** First nonce that neither a transaction nor an authorization uses. */
  readonly gap: number
  /** Nonces that authorizations in the sender's own transactions use. */
  readonly spent: ReadonlySet<number>
}

export function createNonces(pending: PendingIndex): Nonces {
  const known = createBoundedMap<string, number>(maxSenders)
  let changes = 0
  /** Cached, because a sender may have thousands pending. */
  const runs = new WeakMap<ReadonlyMap<number, unknown>, Run>()

  function set(from: string, next: number): void {
    changes += 1
    known.set(from, next)
  }

  function toRun(from: string): Run {
    const waiting = pending.ofSender(from)
    const cached = runs.get(waiting)
    if (cached?.changes === pending.changes + changes) return cached
    const run = findRun(from, new Set([from]))
    runs.set(waiting, run)
    return run
  }

  /** A pending authorization uses a nonce as a transaction would, in a set-code transaction of its own account right behind it. */
  function findRun(from: string, visited: ReadonlySet<string>): Run {
    const waiting = pending.ofSender(from)
    const authorizing = pending.authorizing(from)
    const transactions: TrackedTransaction[] = []
    const spent = new Set<number>()
    let gap = known.peek(from) ?? Number.POSITIVE_INFINITY
    if (gap === Number.POSITIVE_INFINITY) for (const nonce of waiting.keys()) gap = Math.min(gap, nonce)
    // At most one step per transaction and authorization: above 2^53, adding 1 changes nothing.
    for (let left = waiting.size + authorizing.size; left > 0; left -= 1) {
      const one = waiting.get(gap)
      if (one === undefined && !isCarried(authorizing.get(gap), visited)) break
      gap += 1
      if (one === undefined) continue
      transactions.push(one)
      for (const { authority, nonce } of one.authorized) {
        if (authority !== from || nonce !== gap) continue
        spent.add(nonce)
        gap += 1
      }
    }
    return { changes: pending.changes + changes, transactions, gap, spent }
  }

  /** Whether a transaction of somebody else that carries the authorization is executable itself. */
  function isCarried(carriers: ReadonlySet<TrackedTransaction> | undefined, visited: ReadonlySet<string>): boolean {
    for (const carrier of carriers ?? []) {
      const { from } = carrier.entry.transaction
      if (visited.has(from)) continue
      if (findRun(from, new Set([...visited, from])).transactions.includes(carrier)) return true
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
      const { gap, spent } = toRun(from)
      return nonce <= gap && !spent.has(nonce) ? 'executable' : 'queued'
    },
    executable: (from) => toRun(from).transactions,
  }
}
