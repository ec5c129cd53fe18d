import type { PriceSample, PriceSourceKind } from '../priceSource.ts'

/** A sample and its source. */
export type NamedSample = PriceSample & { readonly name: string; readonly kind: PriceSourceKind }

/** Why a sample is not part of the price. If several reasons apply, it is the first one. */
export type Rejection = 'implausible' | 'stale' | 'thin' | 'witness' | 'outlier'

export type JudgedSample = {
  readonly sample: NamedSample
  /** Why the sample is rejected. Null if it is part of the price. */
  readonly rejection: Rejection | null
}

type MedianOptions = {
  readonly nowMs: number
  /** Allowed distance from the median in addition to a sample's own deviation, 0-1. */
  readonly tolerance: number
  /** Samples that report less liquidity are rejected. */
  readonly minLiquidityUsd: number
}

/** `none`: no usable sample · `disagreement`: no majority agrees. */
export type MedianPrice =
  | {
      readonly kind: 'price'
      readonly priceUsd: number
      /** Highest minus lowest used sample, divided by the price. */
      readonly spread: number
      readonly judged: readonly JudgedSample[]
    }
  | { readonly kind: 'none' | 'disagreement'; readonly judged: readonly JudgedSample[] }

/** Allowed clock difference. Samples further in the future are rejected. */
const maxAheadMs = 120_000
/** Multiple of its allowed age up to which a stale sample may decide a disagreement. */
const maxStaleAges = 10

/**
 * Computes the median of the samples that agree with a majority.
 *
 * A sample agrees if it is within `tolerance` plus its own deviation of the median. Other samples are outliers. Fresh
 * samples vote first. If no strict majority of the fresh samples agrees, stale and lagging samples vote as well. They
 * are never part of the price. A single sample is accepted.
 *
 * A median only moves if half of the samples move (breakdown point 1/2: Huber, Robust Statistics, 1981).
 *
 * @example
 * computeMedianPrice(samples, { nowMs, tolerance: 0.02, minLiquidityUsd: 10_000 })
 */
export function computeMedianPrice(samples: readonly NamedSample[], options: MedianOptions): MedianPrice {
  const judged = samples.map((sample) => ({ sample, rejection: judge(sample, options) }))
  const candidates = judged.flatMap(({ sample, rejection }) => (rejection === null ? [sample] : []))
  const voters = judged.flatMap(({ sample, rejection }) =>
    rejection === null || rejection === 'witness' || (rejection === 'stale' && isRecent(sample, options))
      ? [sample]
      : [],
  )
  if (candidates.length === 0) return { kind: 'none', judged }
  const agreed = findMajority(candidates, candidates, options) ?? findMajority(candidates, voters, options)
  if (agreed === null) return { kind: 'disagreement', judged }
  const prices = agreed.map(({ priceUsd }) => priceUsd).sort((a, b) => a - b)
  const priceUsd = toMedian(prices)
  return {
    kind: 'price',
    priceUsd,
    spread: ((prices.at(-1) as number) - (prices[0] as number)) / priceUsd,
    judged: judged.map((one) =>
      one.rejection === null && !agreed.includes(one.sample) ? { ...one, rejection: 'outlier' } : one,
    ),
  }
}

function isRecent({ timestampMs, maxAgeMs }: NamedSample, { nowMs }: MedianOptions): boolean {
  return nowMs - timestampMs <= maxStaleAges * maxAgeMs
}

function judge(sample: NamedSample, { nowMs, minLiquidityUsd }: MedianOptions): Rejection | null {
  const { priceUsd, timestampMs, maxAgeMs, liquidityUsd, isWitness } = sample
  if (!(Number.isFinite(priceUsd) && priceUsd > 0 && timestampMs <= nowMs + maxAheadMs)) return 'implausible'
  if (nowMs - timestampMs > maxAgeMs) return 'stale'
  if (liquidityUsd !== undefined && liquidityUsd < minLiquidityUsd) return 'thin'
  return isWitness ? 'witness' : null
}

/**
 * Returns the candidates near a median of the voters that is near a majority of the voters. Returns null if there is no
 * such median, or no candidate is near it.
 */
function findMajority(
  candidates: readonly NamedSample[],
  voters: readonly NamedSample[],
  { tolerance }: MedianOptions,
): readonly NamedSample[] | null {
  const prices = voters.map(({ priceUsd }) => priceUsd).sort((a, b) => a - b)
  // With an even number this tries both middle values, because the mean of two contradicting prices is neither.
  const middles = [prices[(prices.length - 1) >> 1], prices[prices.length >> 1]] as readonly number[]
  for (const middle of middles) {
    const isNear = ({ priceUsd, deviation = 0 }: NamedSample) =>
      Math.abs(priceUsd / middle - 1) <= tolerance + deviation
    const agreeing = candidates.filter(isNear)
    if (agreeing.length > 0 && voters.filter(isNear).length * 2 > voters.length) return agreeing
  }
  return null
}

/** @param ascending at least one */
function toMedian(ascending: readonly number[]): number {
  const [low, high] = [ascending[(ascending.length - 1) >> 1], ascending[ascending.length >> 1]]
  return ((low as number) + (high as number)) / 2
}
