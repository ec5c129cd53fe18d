import type { PendingTips } from '@outrigger/oracle/internal'
import { type TakingBlock, takingBlocks } from '../feeds/feeMarket.ts'
import type { Nonces } from './nonces.ts'
import type { PendingIndex } from './pendingIndex.ts'
import type { TrackedTransaction } from './trackedTransaction.ts'

/** The room of the next block and what it asks for. */
export type BlockRoom = {
  readonly nextBaseFeePerGas: bigint
  readonly gasLimit: number
  /** The share of their gas limits that transactions use. */
  readonly usedShare: number
  /** The blocks before. */
  readonly taken: readonly TakingBlock[]
}

type Offer = { readonly tip: number; readonly gas: number }

/**
 * The transactions that compete for the next block, and the tips of those that it would take, highest first (EIP-1559). What
 * is stuck does not compete: transactions whose sender has a nonce missing, that cannot pay the base fee, that the last blocks
 * have passed over, and those behind them. Of transactions that replace each other the index holds the last.
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

/** A sender's executable transactions, in order. None pays off for a builder that has to take cheaper ones first. */
function addOffers(
  offers: Offer[],
  executable: readonly TrackedTransaction[],
  { nextBaseFeePerGas, usedShare, taken }: BlockRoom,
): void {
  const baseFee = Number(nextBaseFeePerGas)
  let least = Number.POSITIVE_INFINITY
  for (const [index, one] of executable.entries()) {
    least = Math.min(least, one.tipCap, one.feeCap - baseFee)
    if (least < 0 || (index === 0 && isPassedOver(one, taken))) return
    offers.push({ tip: least, gas: Number(one.entry.transaction.gas) * usedShare })
  }
}

/**
 * Each of the last blocks took others that pay less, though this one was there: something else holds it back, such as a nonce
 * that nobody has seen, or too little money.
 */
function isPassedOver({ entry, tipCap, feeCap }: TrackedTransaction, taken: readonly TakingBlock[]): boolean {
  return (
    taken.length === takingBlocks &&
    taken.every(
      ({ builtMs, baseFeePerGas, cutoffTip }) =>
        entry.firstSeenMs < builtMs && Math.min(tipCap, feeCap - baseFeePerGas) > cutoffTip,
    )
  )
}
