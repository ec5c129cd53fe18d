import type { PendingIndex } from './pendingIndex.ts'

const maxSenders = 200_000

/** The next nonce of senders, as far as blocks or providers have told. */
export type Nonces = {
  get(from: string): number | undefined
  set(from: string, next: number): void
  /** A block of the sender has left the chain. */
  forget(from: string): void
  /** Whether nonces before this one are missing; as if the lowest pending one were next, where nothing is known. */
  toState(from: string, nonce: number): 'executable' | 'queued'
}

export function createNonces(pending: PendingIndex): Nonces {
  const known = new Map<string, number>()
  return {
    get: (from) => known.get(from),
    set(from, next) {
      // The oldest is the one not heard of for longest.
      known.delete(from)
      known.set(from, next)
      const [oldest] = known.keys()
      if (known.size > maxSenders && oldest !== undefined) known.delete(oldest)
    },
    forget: (from) => void known.delete(from),
    toState(from, nonce) {
      const waiting = pending.ofSender(from)
      const next = known.get(from) ?? Math.min(...waiting.keys(), nonce)
      // With more nonces between than transactions, one is missing.
      if (nonce - next > waiting.size) return 'queued'
      for (let before = next; before < nonce; before += 1) if (!waiting.has(before)) return 'queued'
      return 'executable'
    },
  }
}
