import { computeEffectiveTip, type Transaction } from '@outrigger/mempool/internal'
import type { Address } from 'viem'

/** Fields that determine the order of a pending transaction. */
export type Ordered = { readonly transaction: Transaction; readonly firstSeenMs: number }

/**
 * Orders pending transactions like a builder that prefers the highest tips: by effective tip (EIP-1559), each sender's by nonce,
 * and equal tips by first-seen time. Transactions that cannot pay the base fee are left out, together with the sender's later
 * ones. If two have the same nonce, the one with the higher maximum fee counts.
 *
 * @param pending transactions without those whose sender's next nonce is missing
 */
export function predictOrder<entry extends Ordered>(
  pending: Iterable<entry>,
  nextBaseFeePerGas: bigint,
): readonly entry[] {
  const toTip = ({ transaction: { maxFeePerGas, maxPriorityFeePerGas } }: entry) =>
    computeEffectiveTip({ maxFeePerGas, maxPriorityFeePerGas, nextBaseFeePerGas })
  const queues = toQueues(pending)
  const heads = [...queues.values()].flatMap((queue) => toHead(queue, 0, toTip))
  const ordered: entry[] = []
  while (heads.length > 0) {
    let best = 0
    for (let index = 1; index < heads.length; index++) if (isBefore(heads[index], heads[best])) best = index
    const head = heads[best]
    if (head === undefined) break
    ordered.push(head.entry)
    const [next] = toHead(head.queue, head.index + 1, toTip)
    if (next) heads[best] = next
    else heads.splice(best, 1)
  }
  return ordered
}

type Head<entry> = {
  readonly entry: entry
  readonly queue: readonly entry[]
  readonly index: number
  readonly tip: bigint
}

function toHead<entry extends Ordered>(
  queue: readonly entry[],
  index: number,
  toTip: (entry: entry) => bigint,
): Head<entry>[] {
  const entry = queue[index]
  if (entry === undefined) return []
  const tip = toTip(entry)
  return tip < 0n ? [] : [{ entry, queue, index, tip }]
}

function isBefore<entry extends Ordered>(a: Head<entry> | undefined, b: Head<entry> | undefined): boolean {
  if (a === undefined || b === undefined) return a !== undefined
  return a.tip === b.tip ? a.entry.firstSeenMs < b.entry.firstSeenMs : a.tip > b.tip
}

/** Groups transactions by sender and sorts them by nonce. */
function toQueues<entry extends Ordered>(pending: Iterable<entry>): ReadonlyMap<Address, readonly entry[]> {
  const bySender = new Map<Address, Map<number, entry>>()
  for (const entry of pending) {
    const { from, nonce, maxFeePerGas } = entry.transaction
    const byNonce = bySender.get(from) ?? new Map<number, entry>()
    const rival = byNonce.get(nonce)
    if (rival === undefined || maxFeePerGas > rival.transaction.maxFeePerGas) byNonce.set(nonce, entry)
    bySender.set(from, byNonce)
  }
  return new Map(
    [...bySender].map(([from, byNonce]) => [
      from,
      [...byNonce.values()].sort((a, b) => a.transaction.nonce - b.transaction.nonce),
    ]),
  )
}
