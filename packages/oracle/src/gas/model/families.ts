import type { ChainProfile } from '@outrigger/core'
import { tierTargets } from '../tierTargets.ts'

/**
 * How a chain prices inclusion.
 *
 * | family | chains | the model |
 * |---|---|---|
 * | `slots` | Ethereum, Gnosis: blocks of several seconds, public mempool | learns separately with and without a mempool view |
 * | `fast` | Polygon, Avalanche, BSC: short blocks, public mempool | ignores the mempool, because a view of it is older than a block |
 * | `sequencer` | OP stack and similar rollups: one producer that orders by tip | has no mempool view, because the pool is private |
 * | `firstCome` | Arbitrum: one producer that orders by arrival | has no tips, because only the base fee matters |
 */
type GasFamily = 'slots' | 'fast' | 'sequencer' | 'firstCome'

// Longer windows are priced like this many blocks, which overpays slightly.
const longestWindow = 64
const slotMs = 4_000

export function toGasFamily({ feeModel, mempool, blockTimeMs }: ChainProfile): GasFamily {
  if (feeModel.kind === 'arbitrum') return 'firstCome'
  if (mempool !== 'public') return 'sequencer'
  return blockTimeMs >= slotMs ? 'slots' : 'fast'
}

/** Returns the number of blocks expected within a time, at least one. */
export function toWindowBlocks({ blockTimeMs }: Pick<ChainProfile, 'blockTimeMs'>, withinMs: number): number {
  return Math.max(1, Math.floor(withinMs / blockTimeMs))
}

/**
 * Returns the windows that the model of a chain learns, in blocks. They are the tested windows and some lengths
 * between them.
 */
export function toHorizons(chain: Pick<ChainProfile, 'blockTimeMs'>): readonly number[] {
  return [...new Set([3, 8, ...toTestedWindows(chain)])].sort((a, b) => a - b)
}

/**
 * Returns the windows that a backtest of a chain tests, in blocks. They are the next block and the windows of the
 * tiers.
 */
export function toTestedWindows(chain: Pick<ChainProfile, 'blockTimeMs'>): readonly number[] {
  const tiers = Object.values(tierTargets).map(({ withinMs }) => toTierWindow(chain, withinMs))
  return [...new Set([1, ...tiers])].sort((a, b) => a - b)
}

/** Returns the window of a tier in blocks, computed by `toWindowBlocks` and at most 64. */
export const toTierWindow = (chain: Pick<ChainProfile, 'blockTimeMs'>, withinMs: number): number =>
  Math.min(longestWindow, toWindowBlocks(chain, withinMs))
