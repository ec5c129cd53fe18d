import type { ChainProfile } from '@outrigger/core'
import type { BlockFees } from '../blockFees.ts'
import { addBars, type BarSums, toBarSums } from './bars.ts'
import { computePastTiers, type PastTiers, quoteEverySeconds, quoteWindowBlocks } from './pastTiers.ts'

type Chain = Pick<ChainProfile, 'feeModel' | 'blockTimeMs'>

type Quoted = { readonly block: BlockFees; readonly tiers: PastTiers | null }

/**
 * Adds past tiers to the first block of every 12 seconds. `blocks` are in ascending order. `before` are the known
 * blocks that precede them.
 */
export function quoteBlocks(
  chain: Chain,
  blocks: readonly BlockFees[],
  before: readonly BlockFees[],
): readonly Quoted[] {
  const consecutive: BlockFees[] = []
  const remember = (block: BlockFees) => {
    const last = consecutive.at(-1)
    if (last !== undefined && last.number + 1n !== block.number) consecutive.length = 0
    consecutive.push(block)
    if (consecutive.length > 2 * quoteWindowBlocks) consecutive.splice(0, quoteWindowBlocks)
  }
  before.forEach(remember)
  let slot = Number.NaN
  return blocks.map((block) => {
    const own = Math.floor(block.timestamp / quoteEverySeconds)
    const isNext = consecutive.at(-1)?.number === block.number - 1n
    const tiers = own === slot || !isNext ? null : computePastTiers(chain, consecutive, block.baseFeePerGas)
    if (tiers !== null) slot = own
    remember(block)
    return { block, tiers }
  })
}

/** Returns bars of one width, in ascending order. */
export function toBars(quoted: readonly Quoted[], seconds: number): readonly BarSums[] {
  return addBars(
    [],
    quoted.map(({ block, tiers }) => toBarSums(block, seconds, tiers)),
  )
}
