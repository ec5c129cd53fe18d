import { createBoundedMap } from '@outrigger/core/internal'
import type { PendingIndex } from './pendingIndex.ts'

const maxSenders = 200_000

/** The next nonce of senders, as far as blocks show it. */
export type Nonces = {
  get(from: string): number | undefined
  set(from: string, next: number): void
  /** The block in which the sender used this nonce has left the chain; the nonces of earlier blocks stay used. */
  release(from: string, nonce: number): void
  /** `queued` where a nonce before this one is missing. Without a known next nonce, the lowest pending one counts as it. */
  toState(from: string, nonce: number): 'executable' | 'queued'
}

type Gap = { readonly next: number | undefined; readonly changes: number; readonly nonce: number }

export function createNonces(pending: PendingIndex): Nonces {
  const known = createBoundedMap<string, number>(maxSenders)
  /** The first missing nonce of each sender; cached, because a sender may have thousands pending. */
  const gaps = new WeakMap<ReadonlyMap<number, unknown>, Gap>()

  return {
    get: (from) => known.peek(from),
    set: (from, next) => void known.set(from, next),
    release: (from, nonce) => void known.set(from, Math.min(known.peek(from) ?? nonce, nonce)),
    toState(from, nonce) {
      const waiting = pending.ofSender(from)
      const next = known.peek(from)
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
  // At most one step per transaction: above 2^53, adding 1 changes nothing.
  for (let left = waiting.size; left > 0 && waiting.has(gap); left -= 1) gap += 1
  return gap
}
