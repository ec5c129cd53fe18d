import { quantile } from '@outrigger/core/internal'
import { computeEffectiveTip } from '../classify/priorityScore.ts'
import { type MempoolTransactionType, transactionTypes } from '../classify/transactionType.ts'
import type { MempoolStats } from '../watcherTypes.ts'
import type { TrackedTransaction } from './trackedTransaction.ts'

/** Computes counts, value and gas prices of pending transactions, with the price that each would pay in the next block. */
export function computePendingStats(
  pending: Iterable<TrackedTransaction>,
  nextBaseFeePerGas: bigint,
): Omit<MempoolStats, 'unseen' | 'nextBaseFeePerGas'> {
  const counts = Object.fromEntries(transactionTypes.map((type) => [type, 0])) as Record<MempoolTransactionType, number>
  const prices: bigint[] = []
  let totalValue = 0n
  let sum = 0n
  for (const { entry } of pending) {
    const { transaction, classification } = entry
    counts[classification.type] += 1
    totalValue += transaction.value
    // A transaction that cannot pay the base fee would pay its fee cap once the base fee has fallen to it.
    const tip = computeEffectiveTip({ ...transaction, nextBaseFeePerGas })
    const price = tip < 0n ? transaction.maxFeePerGas : nextBaseFeePerGas + tip
    prices.push(price)
    sum += price
  }
  prices.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const [min, max, median] = [prices[0], prices.at(-1), quantile(prices, 0.5)]
  return {
    pendingCount: prices.length,
    counts,
    gasPrice:
      min === undefined || max === undefined || median === undefined
        ? null
        : { min, average: sum / BigInt(prices.length), max, median },
    totalValue,
  }
}
