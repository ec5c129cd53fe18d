import { quantile } from '@outrigger/core/internal'
import { tipPercentiles } from '../history/blockFees.ts'
import { type FeeObservation, fullBlockRatio, readEntryTip } from './feeObservation.ts'

/** Levels that needs are expressed in, as natural logarithms of wei: the market drifts, its proportions do so less. */
export type FeeLevels = {
  /** Price of entry of the last blocks with room, oldest first. Their median is the level: it stays where offers crowd. */
  readonly room: readonly number[]
  /** The median tip of blocks. */
  readonly median: number
}

/** The state of the market that a need is expected to depend on. Regimes are learned apart from each other. */
export type Regime = {
  /**
   * `pool-n`: by the gas waiting, n = 0…8; else `full-n` after a full block, by its price of entry over the median tip,
   * n = 0…3; else `room-n`, by the gas the last block used, n = 0…4.
   */
  readonly name: string
  /** Logarithm of what a need in a block with room is expressed in. */
  readonly room: number
  /** Logarithm of what a need in a full block is expressed in. */
  readonly full: number
}

const roomBlocks = 31
const halfLifeBlocks = 20
const weight = 1 - 2 ** (-1 / halfLifeBlocks)
const poolBounds = [0.25, 0.4, 0.55, 0.7, 0.85, 1, 1.3, 2]
const roomBounds = [0.45, 0.6, 0.75, 0.9]
// Logarithms of a full block's price of entry over the median tip.
const fullBounds = [-2, -1, 0]

/** The levels after one more block. */
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

/** The regime a block leaves. */
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
  // The lists that are shorter than the history's (`rewardPercentiles`) end with the median.
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
