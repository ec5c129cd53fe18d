import type { FeeBar, FeeSpread } from '../feeHistoryTypes.ts'
import type { BarSums } from './bars.ts'

/** Converts a stored bar to a `FeeBar`. */
export const toFeeBar = (bar: BarSums, seconds: number): FeeBar => new StoredFeeBar(bar, seconds)

/**
 * A stored bar that converts each figure on access, because a year has thousands of bars and callers use few of their
 * figures.
 */
class StoredFeeBar implements FeeBar {
  readonly #bar: BarSums
  readonly timestamp: number
  readonly seconds: number
  readonly blocks: number

  constructor(bar: BarSums, seconds: number) {
    this.#bar = bar
    this.timestamp = bar[0]
    this.seconds = seconds
    this.blocks = bar[1]
  }
  get firstBlock() {
    return BigInt(this.#bar[2])
  }
  get lastBlock() {
    return BigInt(this.#bar[3])
  }
  get baseFeePerGas() {
    return toSpread(this.#bar[4], this.blocks)
  }
  get gasUsedRatio() {
    return this.#bar[5] / this.blocks
  }
  get tips() {
    const [withTips = 0, ...sums] = this.#bar[6]
    return withTips === 0 ? [] : sums.map((sum) => toAverage(sum, withTips))
  }
  get tiers() {
    return toTiers(this.#bar[8], this.#bar[7])
  }
  get blobBaseFeePerGas() {
    const [, , , , , , , , , blocks, sums] = this.#bar
    return blocks === 0 ? null : toSpread(sums, blocks)
  }
  get l1() {
    const [, , , , , , , , , , , blocks, sums] = this.#bar
    return blocks === 0 ? null : toL1(sums, blocks)
  }
}

function toTiers([slow, standard, fast, instant]: BarSums[8], quotes: number): FeeBar['tiers'] {
  if (slow === undefined || standard === undefined || fast === undefined || instant === undefined) return null
  return {
    slow: toSpread(slow, quotes),
    standard: toSpread(standard, quotes),
    fast: toSpread(fast, quotes),
    instant: toSpread(instant, quotes),
  }
}

function toL1(l1: BarSums[12], blocks: number): FeeBar['l1'] {
  const [baseFee, blobFee, baseFeeScalar, blobBaseFeeScalar, operatorFeeScalar, operatorFeeConstant] = l1
  return {
    baseFeePerGas: toAverage(baseFee, blocks),
    blobBaseFeePerGas: toAverage(blobFee, blocks),
    baseFeeScalar,
    blobBaseFeeScalar,
    operatorFeeScalar,
    operatorFeeConstant: BigInt(operatorFeeConstant),
  }
}

const toAverage = (sum: number, count: number): bigint => BigInt(Math.round(sum / count))

function toSpread([sum, min, max]: readonly [number, number, number], count: number): FeeSpread {
  return { average: toAverage(sum, count), min: BigInt(min), max: BigInt(max) }
}
