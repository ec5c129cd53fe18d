import { type ChainName, type ChainProfile, getChain } from '@outrigger/core'
import { decodeOpStackExtraData } from '../compute/opStack.ts'
import type { FeeBlock } from '../gasSample.ts'

/** The highest base fee to expect in a window of blocks, and the rule behind it. */
type WindowBaseFee = {
  readonly baseFeePerGas: bigint
  /**
   * `worst_case`: the base fee cannot exceed this value, even if all blocks are full. `learned`: the base fee
   * exceeded this value in so few past windows that the requested confidence is met. `learned` is used if the chain's
   * rule has no bound, or its bound is too high.
   */
  readonly rule: 'worst_case' | 'learned'
}

// The cap is not paid, but the sender's balance must cover it, so a bound above this many base fees is not useful.
const mostGrowth = 20
// The minimum headroom of a learned cap, as a number of full blocks.
const leastFullBlocks = 8
// The minimum growth if the chain has no bound, and a factor on the largest past growth if there are too few windows.
const leastGrowth = 1.05
const caution = 1.125
// Share of the allowed misses that the cap may cause. The tip may cause the others.
const capShare = 1 / 5

/**
 * Returns the largest factor by which one block can raise the base fee. Returns null if the chain's fee rule has no
 * bound (Arbitrum's backlog, Avalanche's clock, chains with one gas price) or is unknown (OP-stack `extraData` of an
 * unknown version). EIP-1559: (limit − target) / target / denominator, at most PIP-79's bound.
 */
export function computeMostGrowth(chain: ChainName | Pick<ChainProfile, 'feeModel'>, block?: FeeBlock): number | null {
  const { feeModel } = typeof chain === 'string' ? getChain(chain) : chain
  if (feeModel.kind === 'opStack') {
    const parameters = block === undefined ? feeModel : decodeOpStackExtraData(block.extraData, feeModel)
    if (parameters === null) return null
    const { elasticityMultiplier, baseFeeChangeDenominator } = parameters
    return 1 + (Number(elasticityMultiplier) - 1) / Number(baseFeeChangeDenominator)
  }
  if (feeModel.kind !== 'eip1559') return null
  // Block producers of such a chain choose target and denominator within the bound.
  if (feeModel.maxBaseFeeChangePercent !== undefined) return 1 + Number(feeModel.maxBaseFeeChangePercent) / 100
  const target =
    feeModel.gasTargetPercent === undefined
      ? 100 / Number(feeModel.elasticityMultiplier)
      : Number(feeModel.gasTargetPercent)
  return 1 + (100 - target) / target / Number(feeModel.baseFeeChangeDenominator)
}

/**
 * Returns the base fee that a transaction's cap must cover to stay valid for `blocks` blocks after the next block.
 * The next block is not counted, because it may already be in progress when the transaction is sent.
 *
 * @param growths ascending ratios of the highest base fee of past windows to the base fee of their first block
 * @param mostGrowthPerBlock result of `computeMostGrowth`
 */
export function computeWindowBaseFee(
  nextBaseFeePerGas: bigint,
  blocks: number,
  confidence: number,
  growths: readonly number[],
  mostGrowthPerBlock: number | null,
): WindowBaseFee {
  const worst = mostGrowthPerBlock === null ? Infinity : mostGrowthPerBlock ** blocks
  if (worst <= mostGrowth) return { baseFeePerGas: raise(nextBaseFeePerGas, worst, blocks), rule: 'worst_case' }
  const rank = Math.ceil((growths.length + 1) * (1 - (1 - confidence) * capShare))
  const seen = growths[rank - 1] ?? (growths.at(-1) ?? 1) * caution
  const least = mostGrowthPerBlock === null ? leastGrowth : mostGrowthPerBlock ** Math.min(blocks, leastFullBlocks)
  const growth = Math.min(worst, Math.max(seen, least))
  return { baseFeePerGas: raise(nextBaseFeePerGas, growth, blocks), rule: 'learned' }
}

/** Multiplies the base fee by a factor. Rounding adds up to 1 wei per block, which the following blocks multiply further. */
function raise(baseFee: bigint, factor: number, blocks: number): bigint {
  if (baseFee === 0n) return 0n
  const perBlock = factor ** (1 / blocks)
  const weis = perBlock - 1 > 1e-9 ? (factor - 1) / (perBlock - 1) : blocks
  return (baseFee * BigInt(Math.ceil(factor * 1e9) + 1)) / 1_000_000_000n + BigInt(Math.ceil(weis)) + 1n
}
