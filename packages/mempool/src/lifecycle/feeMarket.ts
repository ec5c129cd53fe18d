import type { ChainProfile } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { computeChainNextBaseFee } from '@outrigger/oracle/internal'
import { type Hex, isHex } from 'viem'
import { computeEffectiveTip } from '../classify/priorityScore.ts'
import type { Block } from './block.ts'

// The cheapest transactions of a block often pay the producer in other ways.
const cutoffQuantile = 0.1
const isQuantity = /^0x[\da-fA-F]{1,64}$/

/** Expected prices of the next block, wei. */
export type FeeMarket = {
  readonly nextBaseFeePerGas: bigint
  /** Effective tip that was just enough for the latest block with transactions. */
  readonly cutoffTip: bigint
  /** Gas limit of a block; 0 before the first block. */
  readonly gasLimit: number
  /** Share of their gas limits that recent transactions used. Null before the first block. */
  readonly usedShare: number | null
  /** The last blocks with transactions, newest last, at most `takingBlocks`. */
  readonly taken: readonly TakingBlock[]
}

/** Prices of the transactions in a block. */
export type TakingBlock = {
  /** Transactions seen before this time could have been included, Unix ms. */
  readonly builtMs: number
  /** Wei, rounded. */
  readonly baseFeePerGas: number
  /** Tip that was just enough: some included transactions paid no higher tip. Wei, rounded. */
  readonly cutoffTip: number
}

/** If this many blocks have skipped a transaction, something other than its fees is assumed to be the reason. */
export const takingBlocks = 3

/** The market before the first block. */
export const unknownMarket: FeeMarket = {
  nextBaseFeePerGas: 0n,
  cutoffTip: 0n,
  gasLimit: 0,
  usedShare: null,
  taken: [],
}
// Weight of the newest block in `usedShare`.
const shareWeight = 0.2

/**
 * Computes the fee market after a block: the next base fee by the chain's rule, and the 10th percentile of the block's tips.
 *
 * @param arrivedMs Unix ms
 */
export function computeFeeMarket(
  chain: Pick<ChainProfile, 'feeModel' | 'blockTimeMs'>,
  { header, transactions }: Block,
  before: FeeMarket,
  arrivedMs: number,
): FeeMarket {
  const text = (field: string) => (isHex(header[field]) ? header[field] : '0x')
  // A malformed header must not stop the chain follower.
  const read = (field: string) => (isQuantity.test(text(field)) ? BigInt(text(field)) : 0n)
  const block = {
    number: read('number'),
    hash: header['hash'] as Hex,
    baseFeePerGas: read('baseFeePerGas'),
    gasUsed: read('gasUsed'),
    gasLimit: read('gasLimit'),
    blobGasUsed: read('blobGasUsed'),
    extraData: isHex(header['extraData']) ? header['extraData'] : null,
  }
  // System transactions of rollups and transactions of the builder pay no tip.
  const tips = transactions
    .map(({ terms }) => computeEffectiveTip({ ...terms, nextBaseFeePerGas: block.baseFeePerGas }))
    .filter((tip) => tip > 0n)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const cutoffTip = quantile(tips, cutoffQuantile)
  // Blocks that arrive late or are dated ahead could not include transactions that were seen meanwhile.
  const builtMs = Math.min(arrivedMs, Number(read('timestamp')) * 1_000)
  const taking = { builtMs, baseFeePerGas: Number(block.baseFeePerGas), cutoffTip: Number(cutoffTip) }
  return {
    nextBaseFeePerGas: computeChainNextBaseFee(chain, block) ?? block.baseFeePerGas,
    cutoffTip: cutoffTip ?? before.cutoffTip,
    taken: cutoffTip === undefined ? before.taken : [...before.taken, taking].slice(-takingBlocks),
    gasLimit: Number(block.gasLimit),
    usedShare: averageUsedShare(Number(block.gasUsed), transactions, before),
  }
}

function averageUsedShare(
  gasUsed: number,
  transactions: Block['transactions'],
  { usedShare }: FeeMarket,
): number | null {
  const limits = transactions.reduce((sum, { terms }) => sum + Number(terms.gas), 0)
  if (limits === 0 || gasUsed === 0) return usedShare
  const share = Math.min(1, gasUsed / limits)
  return usedShare === null ? share : usedShare + shareWeight * (share - usedShare)
}
