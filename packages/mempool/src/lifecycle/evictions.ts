import { OutriggerError } from '@outrigger/core'
import type { TrackedTransaction } from './trackedTransaction.ts'

// Each eviction frees room for many new transactions, so that the cost of sorting per transaction is low.
const spareShare = 1 / 64

/** Thrown if a bound is not a whole number or is too small. */
export class InvalidBoundError extends OutriggerError {
  readonly code = 'INVALID_BOUND'
  constructor(name: string, value: number, least = 1) {
    super(`${name} must be a whole number of at least ${least}, not ${value}.`)
  }
}

/** @throws {InvalidBoundError} */
export function checkBounds(bounds: Readonly<Record<string, number>>, least = 1): void {
  for (const [name, value] of Object.entries(bounds))
    if (!Number.isSafeInteger(value) || value < least) throw new InvalidBoundError(name, value, least)
}

export type Bounds = { readonly maxTransactions: number; readonly maxBytes: number }

type Evictable = { readonly size: number; readonly bytes: number; values(): Iterable<TrackedTransaction> }

/**
 * Chooses the transactions to evict, so that the others fit the bounds. The lowest effective tip (`min(tip, fee cap - base
 * fee)`, EIP-1559) is evicted first, and among equals the newest.
 */
export function chooseEvictions(pending: Evictable, bounds: Bounds, nextBaseFeePerGas: bigint): TrackedTransaction[] {
  const { maxTransactions, maxBytes } = bounds
  if (pending.size <= maxTransactions && pending.bytes <= maxBytes) return []
  const baseFee = Number(nextBaseFeePerGas)
  const toTip = ({ tipCap, feeCap }: TrackedTransaction) => Math.min(tipCap, feeCap - baseFee)
  const all = [...pending.values()]
  const ascending = Float64Array.from(all, toTip).sort()
  const mostCount = Math.floor(maxTransactions * (1 - spareShare))
  const mostBytes = maxBytes * (1 - spareShare)
  // Sort only the cheapest transactions first, and more of them if that was not enough.
  for (let sorted = Math.max(16, all.length - mostCount); ; sorted *= 4) {
    const limit = ascending[Math.min(sorted, all.length) - 1] ?? 0
    const chosen: TrackedTransaction[] = []
    let [count, bytes] = [pending.size, pending.bytes]
    const isDone = () => count <= mostCount && bytes <= mostBytes
    for (const tracked of all.filter((one) => toTip(one) <= limit).sort(byWorth)) {
      if (isDone()) break
      chosen.push(tracked)
      count -= 1
      bytes -= tracked.bytes
    }
    if (isDone() || sorted >= all.length) return chosen
  }

  function byWorth(a: TrackedTransaction, b: TrackedTransaction): number {
    return toTip(a) - toTip(b) || b.entry.firstSeenMs - a.entry.firstSeenMs
  }
}
