import type { PendingTips } from '@outrigger/oracle/internal'
import { type TakingBlock, takingBlocks } from './feeMarket.ts'
import type { Nonces } from './nonces.ts'
import type { PendingIndex } from './pendingIndex.ts'
import type { TrackedTransaction } from './trackedTransaction.ts'

/** Capacity and prices of the next block. */
export type BlockRoom = {
  readonly nextBaseFeePerGas: bigint
  readonly gasLimit: number
  /** Share of their gas limits that transactions use. */
  readonly usedShare: number
  /** Previous blocks. */
  readonly taken: readonly TakingBlock[]
}

type Offer = { readonly tip: number; readonly gas: number }

/**
 * Computes the gas of all transactions that compete for the next block, and the tips of the transactions that fit, ascending
 * (EIP-1559). Stuck transactions do not compete: transactions behind a missing nonce, transactions that cannot pay the base
 * fee or were skipped by the last blocks, and later nonces of their senders. The index has only the latest of transactions
 * that replace each other.
 */
export function packNextBlock(pending: PendingIndex, nonces: Nonces, room: BlockRoom): PendingTips {
  const offers: Offer[] = []
  for (const [sender] of pending.senders()) addOffers(offers, nonces.executable(sender), room)
  offers.sort((a, b) => b.tip - a.tip)
  const tips: bigint[] = []
  let gas = 0
  for (const offer of offers) {
    gas += offer.gas
    if (gas <= room.gasLimit) tips.push(BigInt(Math.floor(offer.tip)))
  }
  return { gasUsedRatio: gas / room.gasLimit, tips: tips.reverse() }
}

/** Adds a sender's executable transactions, in order. Each counts with the lowest tip so far, because nonces are sequential. */
function addOffers(
  offers: Offer[],
  executable: readonly TrackedTransaction[],
  { nextBaseFeePerGas, usedShare, taken }: BlockRoom,
): void {
  const baseFee = Number(nextBaseFeePerGas)
  let least = Number.POSITIVE_INFINITY
  for (const [index, one] of executable.entries()) {
    least = Math.min(least, one.tipCap, one.feeCap - baseFee)
    if (least < 0 || (index === 0 && isSkipped(one, taken))) return
    offers.push({ tip: least, gas: Number(one.entry.transaction.gas) * usedShare })
  }
}

/**
 * Whether each of the last blocks included cheaper transactions although this one was pending. Something other than its fees
 * blocks it then, such as an unseen nonce or an insufficient balance.
 */
function isSkipped({ entry, tipCap, feeCap }: TrackedTransaction, taken: readonly TakingBlock[]): boolean {
  return (
    taken.length === takingBlocks &&
    taken.every(
      ({ builtMs, baseFeePerGas, cutoffTip }) =>
        entry.firstSeenMs < builtMs && Math.min(tipCap, feeCap - baseFeePerGas) > cutoffTip,
    )
  )
}
