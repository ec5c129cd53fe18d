import type { PriceSample, PriceSourceKind } from '../priceSource.ts'

/** A sample and who gave it. */
export type NamedSample = PriceSample & { readonly name: string; readonly kind: PriceSourceKind }

/** Why a sample is not part of the price: the first that holds. */
export type Rejection = 'implausible' | 'stale' | 'thin' | 'witness' | 'outlier'

export type JudgedSample = {
  readonly sample: NamedSample
  /** Null for one that is part of the price. */
  readonly rejection: Rejection | null
}

export type MedianOptions = {
  readonly nowMs: number
  /** How far a sample may be from the median, 0-1, beside its own deviation. */
  readonly tolerance: number
  /** Samples with less liquidity, where they report it, do not count. */
  readonly minLiquidityUsd: number
}

/** `none`: nobody has a usable sample · `disagreement`: no majority says the same. */
export type MedianPrice =
  | {
      readonly kind: 'price'
      readonly priceUsd: number
      /** Distance of the highest from the lowest sample used, over the price. */
      readonly spread: number
      readonly judged: readonly JudgedSample[]
    }
  | { readonly kind: 'none' | 'disagreement'; readonly judged: readonly JudgedSample[] }

/** Clocks differ; a sample from further ahead is no sample. */
const maxAheadMs = 120_000
/** What is older than so many times its allowed age says nothing about now. */
const rememberedAges = 10

/**
 * The median of the samples that a majority agrees with.
 *
 * A sample agrees that is within `tolerance`, and its own deviation, of the median. Samples that do not are outliers. The
 * fresh samples vote first; where no strict majority of them agrees, those that are stale or lag by design are heard as
 * well, to find out who is right. They are never part of the price. One sample alone is believed.
 *
 * A median moves only when half of the samples do (breakdown point 1/2: Huber, Robust Statistics, 1981).
 *
 * @example
 * computeMedianPrice(samples, { nowMs, tolerance: 0.02, minLiquidityUsd: 10_000 })
 */
export function computeMedianPrice(samples: readonly NamedSample[], options: MedianOptions): MedianPrice {
  const judged = samples.map((sample) => ({ sample, rejection: judge(sample, options) }))
  const votes = judged.flatMap(({ sample, rejection }) => (rejection === null ? [sample] : []))
  const heard = judged.flatMap(({ sample, rejection }) =>
    rejection === null || rejection === 'witness' || (rejection === 'stale' && isRecent(sample, options))
      ? [sample]
      : [],
  )
  if (votes.length === 0) return { kind: 'none', judged }
  const agreed = findMajority(votes, votes, options) ?? findMajority(votes, heard, options)
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
  return nowMs - timestampMs <= rememberedAges * maxAgeMs
}

function judge(sample: NamedSample, { nowMs, minLiquidityUsd }: MedianOptions): Rejection | null {
  const { priceUsd, timestampMs, maxAgeMs, liquidityUsd, isWitness } = sample
  if (!(Number.isFinite(priceUsd) && priceUsd > 0 && timestampMs <= nowMs + maxAheadMs)) return 'implausible'
  if (nowMs - timestampMs > maxAgeMs) return 'stale'
  if (liquidityUsd !== undefined && liquidityUsd < minLiquidityUsd) return 'thin'
  return isWitness ? 'witness' : null
}

/** The votes that are near a middle value which most of the heard are near; null where there is none. */
function findMajority(
  votes: readonly NamedSample[],
  heard: readonly NamedSample[],
  { tolerance }: MedianOptions,
): readonly NamedSample[] | null {
  const prices = heard.map(({ priceUsd }) => priceUsd).sort((a, b) => a - b)
  // Of an even number both middle values: the mean of two that contradict each other is nobody's price.
  const middles = [prices[(prices.length - 1) >> 1], prices[prices.length >> 1]] as readonly number[]
  for (const middle of middles) {
    const isNear = ({ priceUsd, deviation = 0 }: NamedSample) =>
      Math.abs(priceUsd / middle - 1) <= tolerance + deviation
    const agreeing = votes.filter(isNear)
    if (agreeing.length > 0 && heard.filter(isNear).length * 2 > heard.length) return agreeing
  }
  return null
}

/** @param ascending at least one */
function toMedian(ascending: readonly number[]): number {
  const [low, high] = [ascending[(ascending.length - 1) >> 1], ascending[ascending.length >> 1]]
  return ((low as number) + (high as number)) / 2
}
