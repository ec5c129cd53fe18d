import type { GasTierName } from '../../gasTierName.ts'
import { type BlockFees, tipPercentiles } from '../blockFees.ts'
import type { PastTiers } from './pastTiers.ts'
import { toSafeNumber } from './rawBlocks.ts'
import { type StoredL1, toStoredL1 } from './storedL1.ts'

/** Sum, minimum and maximum. */
type Sums = [sum: number, min: number, max: number]

/**
 * A bar as stored. Sums of fees are in wei and exact below 2^53. Bars of different blocks can be added. So a coarse
 * bar merged from fine bars equals the bar computed from the blocks.
 */
export type BarSums = [
  /** Unix seconds. */
  start: number,
  blocks: number,
  firstBlock: number,
  lastBlock: number,
  baseFee: Sums,
  gasUsedRatio: number,
  /** Number of blocks with tips, then the sums at `tipPercentiles`. */
  tips: number[],
  quotes: number,
  tiers: Sums[],
  blobBlocks: number,
  blobFee: Sums,
  l1Blocks: number,
  /** Sums of both fees, and the scalars of the newest block. */
  l1: StoredL1,
]
const tierNames: readonly GasTierName[] = ['slow', 'standard', 'fast', 'instant']

const noSums: Sums = [0, 0, 0]
const sumsOf = (value: number): Sums => [value, value, value]
const round = (ratio: number) => Math.round(ratio * 1e4) / 1e4

/** Returns the bar of one block. `tiers` is null if the block was not quoted. */
export function toBarSums(block: BlockFees, seconds: number, tiers: PastTiers | null): BarSums {
  const { l1, tips, blobBaseFeePerGas: blob } = block
  const number = Number(block.number)
  return [
    Math.floor(block.timestamp / seconds) * seconds,
    1,
    number,
    number,
    sumsOf(Number(block.baseFeePerGas)),
    round(block.gasUsedRatio),
    tips.length === tipPercentiles.length && block.gasUsedRatio > 0 ? [1, ...tips.map(toSafeNumber)] : [0],
    tiers === null ? 0 : 1,
    tiers === null ? [] : tierNames.map((name) => sumsOf(toSafeNumber(tiers[name]))),
    blob === null ? 0 : 1,
    blob === null ? noSums : sumsOf(Number(blob)),
    l1 === null ? 0 : 1,
    l1 === null ? [0, 0, 0, 0, 0, 0] : toStoredL1(l1),
  ]
}

/** Merges two bars of different blocks. The result has the start of `a`. */
export function mergeBars(a: BarSums, b: BarSums): BarSums {
  const [start, blocks, first, last, base, ratio, tips, quotes, tiers, blobs, blob, l1Blocks, l1] = a
  const [, moreBlocks, otherFirst, otherLast, otherBase, otherRatio, otherTips, moreQuotes, otherTiers] = b
  const [, , , , , , , , , moreBlobs, otherBlob, moreL1, otherL1] = b
  return [
    start,
    blocks + moreBlocks,
    Math.min(first, otherFirst),
    Math.max(last, otherLast),
    mergeSums(base, otherBase),
    round(ratio + otherRatio),
    mergeTips(tips, otherTips),
    quotes + moreQuotes,
    quotes === 0
      ? otherTiers
      : moreQuotes === 0
        ? tiers
        : tiers.map((sums, tier) => mergeSums(sums, otherTiers[tier] ?? noSums)),
    blobs + moreBlobs,
    blobs === 0 ? otherBlob : moreBlobs === 0 ? blob : mergeSums(blob, otherBlob),
    l1Blocks + moreL1,
    mergeL1(l1, otherL1, moreL1 > 0 && (l1Blocks === 0 || otherLast > last)),
  ]
}

function mergeSums([sum, min, max]: Sums, [other, otherMin, otherMax]: Sums): Sums {
  return [sum + other, Math.min(min, otherMin), Math.max(max, otherMax)]
}

function mergeTips(tips: readonly number[], others: readonly number[]): number[] {
  const [long, short] = tips.length >= others.length ? [tips, others] : [others, tips]
  return long.map((sum, index) => sum + (short[index] ?? 0))
}

function mergeL1(a: StoredL1, b: StoredL1, isNewer: boolean): StoredL1 {
  const [, , ...scalars] = isNewer ? b : a
  return [a[0] + b[0], a[1] + b[1], ...scalars]
}

/** Merges bars by start. The result is in ascending order. */
export function addBars(bars: readonly BarSums[], added: readonly BarSums[]): readonly BarSums[] {
  const byStart = new Map(bars.map((bar) => [bar[0], bar]))
  for (const bar of added) {
    const known = byStart.get(bar[0])
    byStart.set(bar[0], known === undefined ? bar : mergeBars(known, bar))
  }
  return [...byStart.values()].sort((a, b) => a[0] - b[0])
}
