import type { ChainProfile } from '@outrigger/core'
import type { GasTierName } from '../gasTierName.ts'
import type { InclusionTarget } from './inclusion.ts'

/**
 * How inclusion is sold on a chain.
 *
 * | family | chains | the model |
 * |---|---|---|
 * | `slots` | Ethereum, Gnosis: blocks of seconds, a public pool | learns with and without a view of the pool, apart |
 * | `fast` | Polygon, Avalanche, BSC: many blocks a window, a public pool | no pool: it is older than a block when it is read |
 * | `sequencer` | OP stack and rollups like it: one producer, who orders by tip | no pool: nobody sees it |
 * | `firstCome` | Arbitrum: one producer, who orders by arrival | no tips: only the base fee has to be met |
 */
export type GasFamily = 'slots' | 'fast' | 'sequencer' | 'firstCome'

/** What stands for the four tiers: inclusion within 5, 3, 1 and half a minute, at 95 %. */
export const tierTargets: { readonly [tier in GasTierName]: InclusionTarget } = {
  slow: { withinMs: 300_000, confidence: 0.95 },
  standard: { withinMs: 180_000, confidence: 0.95 },
  fast: { withinMs: 60_000, confidence: 0.95 },
  instant: { withinMs: 30_000, confidence: 0.95 },
}

// Longer windows are held to be as dear as this many blocks: they cost a little more than they must.
const longestWindow = 64
const slotMs = 4_000

export function toGasFamily({ feeModel, mempool, blockTimeMs }: ChainProfile): GasFamily {
  if (feeModel.kind === 'arbitrum') return 'firstCome'
  if (mempool !== 'public') return 'sequencer'
  return blockTimeMs >= slotMs ? 'slots' : 'fast'
}

/** Blocks to be expected in a time, one at least. */
export function toWindowBlocks({ blockTimeMs }: Pick<ChainProfile, 'blockTimeMs'>, withinMs: number): number {
  return Math.max(1, Math.floor(withinMs / blockTimeMs))
}

/** The windows to learn on a chain, in blocks: those of the tiers, and some between. */
export function toHorizons(chain: Pick<ChainProfile, 'blockTimeMs'>): readonly number[] {
  return [...new Set([3, 8, ...toTestedWindows(chain)])].sort((a, b) => a - b)
}

/** The windows of the tiers and the next block, in blocks: what a backtest of a chain judges. */
export function toTestedWindows(chain: Pick<ChainProfile, 'blockTimeMs'>): readonly number[] {
  const tiers = Object.values(tierTargets).map(({ withinMs }) => toTierWindow(chain, withinMs))
  return [...new Set([1, ...tiers])].sort((a, b) => a - b)
}

/** The window that is learned for a tier, in blocks: `toWindowBlocks`, 64 at most. */
export const toTierWindow = (chain: Pick<ChainProfile, 'blockTimeMs'>, withinMs: number): number =>
  Math.min(longestWindow, toWindowBlocks(chain, withinMs))
