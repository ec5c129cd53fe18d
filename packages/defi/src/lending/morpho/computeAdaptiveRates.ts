import { wad } from './math.ts'

const secondsPerYear = 31_536_000n
const targetUtilization = (wad * 9n) / 10n
const steepness = 4n * wad
const adjustmentSpeed = (50n * wad) / secondsPerYear
const initialRateAtTarget = wad / 25n / secondsPerYear
const minRateAtTarget = wad / 1000n / secondsPerYear
const maxRateAtTarget = (2n * wad) / secondsPerYear

type AdaptiveRates = {
  /** Average rate, which borrowers pay. */
  readonly average: bigint
  /** Rate at the end. */
  readonly end: bigint
  readonly endAtTarget: bigint
}

/**
 * Computes `AdaptiveCurveIrm._borrowRate` of https://github.com/morpho-org/morpho-blue-irm: rates per second (18 decimals)
 * of a market without updates for `elapsed` seconds. Divisions truncate towards zero, like signed ones in Solidity.
 */
export function computeAdaptiveRates(utilization: bigint, rateAtTarget: bigint, elapsed: bigint): AdaptiveRates {
  const error = utilization - targetUtilization
  const norm = error > 0n ? wad - targetUtilization : targetUtilization
  const relativeError = (error * wad) / norm
  const coefficient = relativeError < 0n ? wad - (wad * wad) / steepness : steepness - wad
  const curve = (atTarget: bigint) => (((coefficient * relativeError) / wad + wad) * atTarget) / wad

  const adaptation = ((adjustmentSpeed * relativeError) / wad) * elapsed
  if (rateAtTarget === 0n || adaptation === 0n) {
    const atTarget = rateAtTarget === 0n ? initialRateAtTarget : rateAtTarget
    return { average: curve(atTarget), end: curve(atTarget), endAtTarget: atTarget }
  }
  const adapt = (exponent: bigint) => clamp((rateAtTarget * wExp(exponent)) / wad)
  const endAtTarget = adapt(adaptation)
  // The trapezoidal rule over two halves.
  const average = curve((rateAtTarget + endAtTarget + 2n * adapt(adaptation / 2n)) / 4n)
  return { average, end: curve(endAtTarget), endAtTarget }
}

function clamp(rate: bigint): bigint {
  if (rate < minRateAtTarget) return minRateAtTarget
  return rate > maxRateAtTarget ? maxRateAtTarget : rate
}

const ln2 = 693_147_180_559_945_309n
const lnWei = -41_446_531_673_892_822_312n
const upperBound = 93_859_467_695_000_404_319n
const upperValue = 57_716_089_161_558_943_949_701_069_502_944_508_345_128_422_502_756_744_429_568n

/** Computes `ExpLib.wExp`: e^x = 2^q · e^r with |r| <= ln 2 / 2 and two terms of the series for e^r. */
export function wExp(x: bigint): bigint {
  if (x < lnWei) return 0n
  if (x >= upperBound) return upperValue
  const q = (x + (x < 0n ? -(ln2 / 2n) : ln2 / 2n)) / ln2
  const r = x - q * ln2
  const expR = wad + r + (r * r) / wad / 2n
  return q >= 0n ? expR << q : expR >> -q
}
