import type { Tracked } from './tracked.ts'

// Room is made for more than one newcomer at a time, so that looking for the cheapest costs little for each.
const spareShare = 1 / 64

export type Bounds = { readonly maxTransactions: number; readonly maxBytes: number }

export type Evictable = { readonly size: number; readonly bytes: number; values(): Iterable<Tracked> }

/**
 * Those that must go for the rest to fit, cheapest effective tip first (`min(tip, fee cap - base fee)`, EIP-1559), among
 * equals the latest first.
 */
export function chooseEvictions(pending: Evictable, bounds: Bounds, nextBaseFeePerGas: bigint): Tracked[] {
  const { maxTransactions, maxBytes } = bounds
  if (pending.size <= maxTransactions && pending.bytes <= maxBytes) return []
  const baseFee = Number(nextBaseFeePerGas)
  const toTip = ({ tipCap, feeCap }: Tracked) => Math.min(tipCap, feeCap - baseFee)
  const all = [...pending.values()]
  const ascending = Float64Array.from(all, toTip).sort()
  const mostCount = Math.floor(maxTransactions * (1 - spareShare))
  const mostBytes = maxBytes * (1 - spareShare)
  // Sorting only what is cheap enough; more of it when that was too little.
  for (let wanted = Math.max(16, all.length - mostCount); ; wanted *= 4) {
    const limit = ascending[Math.min(wanted, all.length) - 1] ?? 0
    const chosen: Tracked[] = []
    let [count, bytes] = [pending.size, pending.bytes]
    const isDone = () => count <= mostCount && bytes <= mostBytes
    for (const tracked of all.filter((one) => toTip(one) <= limit).sort(byWorth)) {
      if (isDone()) break
      chosen.push(tracked)
      count -= 1
      bytes -= tracked.bytes
    }
    if (isDone() || wanted >= all.length) return chosen
  }

  function byWorth(a: Tracked, b: Tracked): number {
    return toTip(a) - toTip(b) || b.entry.firstSeenMs - a.entry.firstSeenMs
  }
}
