import type { ChainProfile } from '@outrigger/core'
import type { BlockFees } from '../blockFees.ts'
import { addBars, type BarSums, toBarSums } from './bars.ts'
import { computePastTiers, type PastTiers, quoteEverySeconds, quoteWindowBlocks } from './pastTiers.ts'

type Chain = Pick<ChainProfile, 'feeModel' | 'blockTimeMs'>

export type Quoted = { readonly block: BlockFees; readonly tiers: PastTiers | null }

/**
 * Blocks with what was quoted for the first of each twelve seconds. `blocks` ascend; `before` are those that precede the
 * first of them, where they are known.
 */
export function quoteBlocks(
  chain: Chain,
  blocks: readonly BlockFees[],
  before: readonly BlockFees[],
): readonly Quoted[] {
  const run: BlockFees[] = []
  const remember = (block: BlockFees) => {
    const last = run.at(-1)
    // After a gap nothing before it counts.
    if (last !== undefined && last.number + 1n !== block.number) run.length = 0
    run.push(block)
    if (run.length > 2 * quoteWindowBlocks) run.splice(0, quoteWindowBlocks)
  }
  before.forEach(remember)
  let slot = Number.NaN
  return blocks.map((block) => {
    const own = Math.floor(block.timestamp / quoteEverySeconds)
    const isNext = run.at(-1)?.number === block.number - 1n
    const tiers = own === slot || !isNext ? null : computePastTiers(chain, run, block.baseFeePerGas)
    if (tiers !== null) slot = own
    remember(block)
    return { block, tiers }
  })
}

/** Bars of one width, ascending. */
export function toBars(quoted: readonly Quoted[], seconds: number): readonly BarSums[] {
  return addBars(
    [],
    quoted.map(({ block, tiers }) => toBarSums(block, seconds, tiers)),
  )
}
