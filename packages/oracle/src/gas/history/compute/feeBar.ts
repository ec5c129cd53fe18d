import type { FeeBar, FeeSpread } from '../feeHistoryTypes.ts'
import type { BarSums } from './bars.ts'

/** A stored bar as it is told. */
export function toFeeBar(bar: BarSums, seconds: number): FeeBar {
  const [
    timestamp,
    blocks,
    first,
    last,
    base,
    ratio,
    [withTips = 0, ...tips],
    quotes,
    tiers,
    blobs,
    blob,
    l1Blocks,
    l1,
  ] = bar
  const [slow, standard, fast, instant] = tiers
  const [l1Base, l1Blob, baseFeeScalar, blobBaseFeeScalar, operatorFeeScalar, operatorFeeConstant] = l1
  return {
    timestamp,
    seconds,
    blocks,
    firstBlock: BigInt(first),
    lastBlock: BigInt(last),
    baseFeePerGas: toSpread(base, blocks),
    gasUsedRatio: ratio / blocks,
    tips: withTips === 0 ? [] : tips.map((sum) => toAverage(sum, withTips)),
    tiers:
      slow === undefined || standard === undefined || fast === undefined || instant === undefined
        ? null
        : {
            slow: toSpread(slow, quotes),
            standard: toSpread(standard, quotes),
            fast: toSpread(fast, quotes),
            instant: toSpread(instant, quotes),
          },
    blobBaseFeePerGas: blobs === 0 ? null : toSpread(blob, blobs),
    l1:
      l1Blocks === 0
        ? null
        : {
            baseFeePerGas: toAverage(l1Base, l1Blocks),
            blobBaseFeePerGas: toAverage(l1Blob, l1Blocks),
            baseFeeScalar,
            blobBaseFeeScalar,
            operatorFeeScalar,
            operatorFeeConstant: BigInt(operatorFeeConstant),
          },
  }
}

const toAverage = (sum: number, count: number): bigint => BigInt(Math.round(sum / count))

function toSpread([sum, min, max]: readonly [number, number, number], count: number): FeeSpread {
  return { average: toAverage(sum, count), min: BigInt(min), max: BigInt(max) }
}
