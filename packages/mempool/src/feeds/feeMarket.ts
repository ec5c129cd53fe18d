import { type ChainProfile, quantile } from '@outrigger/core'
import { computeChainNextBaseFee } from '@outrigger/oracle'
import { type Hex, isHex } from 'viem'
import { computeEffectiveTip } from '../classify/priorityScore.ts'
import type { Block } from './blocks.ts'

// Blocks sell their last place to the cheapest; a few below that were paid for in other ways.
const cutoffQuantile = 0.1
const isQuantity = /^0x[\da-fA-F]{1,64}$/

/** What the next block is expected to ask for, wei. */
export type FeeMarket = {
  readonly nextBaseFeePerGas: bigint
  /** Effective tip that was just enough for the latest block that held any transactions. */
  readonly cutoffTip: bigint
}

/** What a block says about the next: its base fee by the chain's rule, and the 10th percentile of the tips it took. */
export function computeFeeMarket(
  chain: Pick<ChainProfile, 'feeModel' | 'blockTimeMs'>,
  { header, transactions }: Block,
  before: FeeMarket,
): FeeMarket {
  const text = (field: string) => (isHex(header[field]) ? header[field] : '0x')
  // What a provider made up must not stop who follows the chain.
  const read = (field: string) => (isQuantity.test(text(field)) ? BigInt(text(field)) : 0n)
  const block = {
    number: read('number'),
    hash: header['hash'] as Hex,
    baseFeePerGas: read('baseFeePerGas'),
    gasUsed: read('gasUsed'),
    gasLimit: read('gasLimit'),
    blobGasUsed: read('blobGasUsed'),
    extraData: text('extraData'),
  }
  // A transaction of a rollup's own, or of a builder, pays nothing.
  const tips = transactions
    .map(({ terms }) => computeEffectiveTip({ ...terms, nextBaseFeePerGas: block.baseFeePerGas }))
    .filter((tip) => tip > 0n)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return {
    nextBaseFeePerGas: computeChainNextBaseFee(chain, block) ?? block.baseFeePerGas,
    cutoffTip: quantile(tips, cutoffQuantile) ?? before.cutoffTip,
  }
}
