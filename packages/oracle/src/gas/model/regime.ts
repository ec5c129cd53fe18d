import { quantile } from '@outrigger/core/internal'
import { fullBlockRatio } from '../compute/tips.ts'
import { tipPercentiles } from '../history/blockFees.ts'
import { type FeeObservation, readEntryTip } from './feeObservation.ts'

/**
 * Reference levels for needs, as natural logarithms of wei. Needs are stored as ratios to a level, because ratios
 * drift less than prices.
 */
export type FeeLevels = {
  /**
   * Entry tips of the last blocks that were not full, oldest first. The level is the median of these tips, where most
   * offers are.
   */
  readonly room: readonly number[]
  /** Moving average of the blocks' median tips. */
  readonly median: number
}

/** The state of the market that needs depend on. Each regime is learned separately. */
export type Regime = {
  /**
   * `pool-n` (n = 0…8, by pending gas) if the mempool is known. Otherwise `full-n` (n = 0…3, by the ratio of the
   * entry tip to the median tip) after a full block, and `room-n` (n = 0…4, by the gas used) after any other block.
   */
  readonly name: string
  /** Logarithm of the level for blocks that are not full. */
  readonly room: number
  /** Logarithm of the level for full blocks. */
  readonly full: number
}

const roomBlocks = 31
const halfLifeBlocks = 20
const weight = 1 - 2 ** (-1 / halfLifeBlocks)
const poolBounds = [0.25, 0.4, 0.55, 0.7, 0.85, 1, 1.3, 2]
const roomBounds = [0.45, 0.6, 0.75, 0.9]
// Logarithms of the ratio of a full block's entry tip to the median tip.
const fullBounds = [-2, -1, 0]

/** Updates the levels with one block. */
export function stepFeeLevels(levels: FeeLevels | null, block: FeeObservation): FeeLevels | null {
  const entry = readEntryTip(block)
  if (entry === null) return levels
  const entryLog = toLog(entry)
  const medianLog = Math.max(entryLog, toLog(readMedianTip(block) ?? entry))
  if (levels === null) return { room: [entryLog], median: medianLog }
  const full = block.gasUsedRatio >= fullBlockRatio
  return {
    room: full ? levels.room : [...levels.room.slice(-roomBlocks + 1), entryLog],
    median: levels.median + weight * (medianLog - levels.median),
  }
}

/** Returns the regime after a block. */
export function classifyRegime(levels: FeeLevels, block: FeeObservation): Regime {
  const { median } = levels
  const room = quantile(
    [...levels.room].sort((a, b) => a - b),
    0.5,
  ) as number
  if (block.pool != null) {
    const { gasRatio, entryTip } = block.pool
    return { name: `pool-${countReached(poolBounds, gasRatio)}`, room, full: entryTip ? toLog(entryTip) : median }
  }
  const entry = readEntryTip(block)
  if (block.gasUsedRatio >= fullBlockRatio && entry !== null) {
    const full = toLog(entry)
    return { name: `full-${countReached(fullBounds, full - median)}`, room, full }
  }
  return { name: `room-${countReached(roomBounds, block.gasUsedRatio)}`, room, full: median }
}

function readMedianTip({ tips }: FeeObservation): bigint | undefined {
  // Lists at `rewardPercentiles`, which are shorter than the history's, end with the median.
  return tips[tipPercentiles.indexOf(50)] ?? tips.at(-1)
}

function countReached(bounds: readonly number[], value: number): number {
  let reached = 0
  for (const bound of bounds) if (value >= bound) reached++
  return reached
}

function toLog(tip: bigint): number {
  return Math.log(Math.max(1, Number(tip)))
}
