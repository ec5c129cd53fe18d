import type { ChainProfile } from '@outrigger/core'
import { decodeOpStackExtraData } from '../compute/opStack.ts'
import type { FeeBlock } from '../gasSample.ts'

/** The highest base fee to reckon with in a window of blocks, and by what rule. */
export type WindowBaseFee = {
  readonly baseFeePerGas: bigint
  /**
   * `worst_case`: the chain's rule lets it rise no further, however full the blocks are. `learned`: it rose further in too
   * few windows of the past to matter at the confidence asked for; where the chain has no bound, or one beyond all use.
   */
  readonly rule: 'worst_case' | 'learned'
}

// A cap is not paid, but a wallet must hold it: beyond this many base fees a bound is of no use.
const mostGrowth = 20
// The least room, in blocks that are full and use all the rule allows.
const leastFullBlocks = 8
// Where the chain has no bound, and of what was learned as such.
const leastRoom = 1.05
const caution = 1.125
// Share of the misses allowed that may be the cap's; the rest are the tip's.
const capShare = 1 / 5

/**
 * Largest factor by which one block can raise the base fee; null where the rule sets none (Arbitrum's backlog, Avalanche's
 * clock, chains with one gas price) or is not known (OP-stack `extraData` of an unknown version). EIP-1559: (limit − target) / target / denominator, and never above PIP-79's bound.
 */
export function computeMostGrowth({ feeModel }: Pick<ChainProfile, 'feeModel'>, block?: FeeBlock): number | null {
  if (feeModel.kind === 'opStack') {
    const parameters = block === undefined ? feeModel : decodeOpStackExtraData(block.extraData, feeModel)
    if (parameters === null) return null
    const { elasticityMultiplier, baseFeeChangeDenominator } = parameters
    return 1 + (Number(elasticityMultiplier) - 1) / Number(baseFeeChangeDenominator)
  }
  if (feeModel.kind !== 'eip1559') return null
  // Producers of such a chain choose target and denominator within the bound.
  if (feeModel.maxBaseFeeChangePercent !== undefined) return 1 + Number(feeModel.maxBaseFeeChangePercent) / 100
  const target =
    feeModel.gasTargetPercent === undefined
      ? 100 / Number(feeModel.elasticityMultiplier)
      : Number(feeModel.gasTargetPercent)
  return 1 + (100 - target) / target / Number(feeModel.baseFeeChangeDenominator)
}

/**
 * The base fee that a transaction's cap must cover to stay valid for `blocks` blocks, and one more: it may be sent as the
 * next one is built already.
 *
 * @param growths ascending: highest base fee of past windows over that of their first block
 * @param mostGrowthPerBlock of `computeMostGrowth`
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
  const least = mostGrowthPerBlock === null ? leastRoom : mostGrowthPerBlock ** Math.min(blocks, leastFullBlocks)
  const growth = Math.min(worst, Math.max(seen, least))
  return { baseFeePerGas: raise(nextBaseFeePerGas, growth, blocks), rule: 'learned' }
}

/** Each block adds a wei at most to what the factor says, by rounding or as the least step: a geometric sum of weis. */
function raise(baseFee: bigint, factor: number, blocks: number): bigint {
  if (baseFee === 0n) return 0n
  const perBlock = factor ** (1 / blocks)
  const weis = perBlock - 1 > 1e-9 ? (factor - 1) / (perBlock - 1) : blocks
  return (baseFee * BigInt(Math.ceil(factor * 1e9) + 1)) / 1_000_000_000n + BigInt(Math.ceil(weis)) + 1n
}
