import { getOrCreate } from '@outrigger/core/internal'
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
  const ordered: entry[] = []
  for (;;) {
    const heads = queues.flatMap(([entry]) => (entry === undefined ? [] : { entry, tip: toTip(entry) }))
    const [best] = heads
      .filter(({ tip }) => tip >= 0n)
      .sort((a, b) => Number(b.tip - a.tip) || a.entry.firstSeenMs - b.entry.firstSeenMs)
    if (best === undefined) return ordered
    ordered.push(best.entry)
    queues.find(([head]) => head === best.entry)?.shift()
  }
}

/** Groups transactions by sender and sorts them by nonce. */
function toQueues<entry extends Ordered>(pending: Iterable<entry>): readonly entry[][] {
  const bySender = new Map<Address, Map<number, entry>>()
  for (const entry of pending) {
    const { from, nonce, maxFeePerGas } = entry.transaction
    const byNonce = getOrCreate(bySender, from, () => new Map<number, entry>())
    const rival = byNonce.get(nonce)
    if (rival === undefined || maxFeePerGas > rival.transaction.maxFeePerGas) byNonce.set(nonce, entry)
  }
  return [...bySender.values()].map((byNonce) =>
    [...byNonce.values()].sort((a, b) => a.transaction.nonce - b.transaction.nonce),
  )
}
