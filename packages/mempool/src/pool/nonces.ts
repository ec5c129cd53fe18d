import type { PendingIndex } from './pendingIndex.ts'

const maxSenders = 200_000

/** The next nonce of senders, as far as blocks or providers have told. */
export type Nonces = {
  get(from: string): number | undefined
  set(from: string, next: number): void
  /** A block in which the sender used this nonce has left the chain: what earlier blocks used remains used. */
  giveBack(from: string, nonce: number): void
  /** Whether nonces before this one are missing; as if the lowest pending one were next, where nothing is known. */
  toState(from: string, nonce: number): 'executable' | 'queued'
}

type Gap = { readonly next: number | undefined; readonly changes: number; readonly nonce: number }

export function createNonces(pending: PendingIndex): Nonces {
  const known = new Map<string, number>()
  /** The first nonce that is missing; kept, because a sender may have thousands waiting and each is asked for. */
  const gaps = new WeakMap<ReadonlyMap<number, unknown>, Gap>()

  function set(from: string, next: number): void {
    // The oldest is the one not heard of for longest.
    known.delete(from)
    known.set(from, next)
    const [oldest] = known.keys()
    if (known.size > maxSenders && oldest !== undefined) known.delete(oldest)
  }

  return {
    get: (from) => known.get(from),
    set,
    giveBack: (from, nonce) => set(from, Math.min(known.get(from) ?? nonce, nonce)),
    toState(from, nonce) {
      const waiting = pending.ofSender(from)
      const next = known.get(from)
      let gap = gaps.get(waiting)
      if (gap?.changes !== pending.changes || gap.next !== next) {
        gap = { next, changes: pending.changes, nonce: findGap(waiting, next) }
        gaps.set(waiting, gap)
      }
      return nonce <= gap.nonce ? 'executable' : 'queued'
    },
  }
}

function findGap(waiting: ReadonlyMap<number, unknown>, next: number | undefined): number {
  let gap = next ?? Number.POSITIVE_INFINITY
  if (next === undefined) for (const nonce of waiting.keys()) gap = Math.min(gap, nonce)
  // Not more steps than transactions: above 2^53 a nonce has no successor.
  for (let left = waiting.size; left > 0 && waiting.has(gap); left -= 1) gap += 1
  return gap
}
