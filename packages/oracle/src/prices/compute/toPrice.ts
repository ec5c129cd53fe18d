import type { Freshness } from '../../freshness.ts'
import type { PastPrice, PastPrices } from '../history/pastPrices.ts'
import type { MarketFigures, MissingSource, Price, Redemption, SourcePrice } from '../price.ts'
import type { PriceToken } from '../priceToken.ts'
import type { JudgedSample, MedianPrice, NamedSample, Rejection } from './medianPrice.ts'

/** A median price and the data it was computed from. */
export type PriceReading = {
  readonly token: PriceToken
  readonly median: Extract<MedianPrice, { readonly kind: 'price' }>
  readonly missing: readonly MissingSource[]
  /** @default none */
  readonly redemption?: Omit<Redemption, 'premium'> | null
  /** @default unknown */
  readonly past?: PastPrices
  /** The redemption price. Set if no market has a price. */
  readonly redeemed?: SourcePrice
}

export function toPrice(reading: PriceReading, freshness: Freshness): Price {
  const { token, median, missing, redemption = null, past, redeemed } = reading
  const { priceUsd, spread, judged } = median
  const used = judged.flatMap(({ sample, rejection }) => (rejection === null ? [sample] : []))
  const depths = used.flatMap(({ liquidityUsd }) => (liquidityUsd === undefined ? [] : [liquidityUsd]))
  return Object.freeze({
    chain: token.chain,
    symbol: token.symbol,
    address: token.address,
    priceUsd,
    spread,
    basis: redeemed ? 'redemption' : 'market',
    liquidityUsd: depths.length === 0 ? null : depths.reduce((sum, depth) => sum + depth, 0),
    sources: [
      ...judged.map((one) => toSourcePrice(one, priceUsd, freshness.timestampMs)),
      ...(redeemed ? [redeemed] : []),
    ],
    redemption: redemption && {
      ...redemption,
      premium: redeemed || redemption.priceUsd === null ? null : priceUsd / redemption.priceUsd - 1,
    },
    missing,
    ...toFigures(used, priceUsd, past),
    ...freshness,
  })
}

/**
 * Takes each figure from the source with the highest volume, because a mean over different markets has no meaning.
 * Price changes are computed from this node's own sightings if they exist.
 */
function toFigures(used: readonly NamedSample[], priceUsd: number, past?: PastPrices): MarketFigures {
  const byVolume = [...used].sort((a, b) => (b.volume24hUsd ?? 0) - (a.volume24hUsd ?? 0))
  const pick = (name: 'change24h' | 'change7d' | 'volume24hUsd' | 'marketCapUsd') =>
    byVolume.find((sample) => sample[name] !== undefined)?.[name] ?? null
  const since = (before: number | null | undefined) => (before ? priceUsd / before - 1 : null)
  const toChange = (name: 'change24h' | 'change7d', before?: PastPrice) =>
    since(before?.seen) ?? pick(name) ?? since(before?.reported)
  return {
    change24h: toChange('change24h', past?.day),
    change7d: toChange('change7d', past?.week),
    volume24hUsd: pick('volume24hUsd'),
    marketCapUsd: pick('marketCapUsd'),
  }
}

function toSourcePrice({ sample, rejection }: JudgedSample, priceUsd: number, readAtMs: number): SourcePrice {
  const { name, kind, timestampMs, liquidityUsd = null, detail = null } = sample
  const reason = rejection === null ? null : describeRejection(rejection, sample, priceUsd, readAtMs)
  const details = [detail, reason].filter((text) => text !== null)
  return {
    name,
    kind,
    priceUsd: sample.priceUsd,
    timestampMs,
    liquidityUsd,
    rejection,
    detail: details.length === 0 ? null : details.join(': '),
  }
}

/** Describes why a sample is not part of the price. */
export function describeRejection(
  rejection: Rejection,
  { priceUsd, timestampMs, maxAgeMs, liquidityUsd = 0 }: NamedSample,
  medianUsd: number | null,
  nowMs: number,
): string {
  switch (rejection) {
    case 'implausible':
      return `it reports ${priceUsd} US dollars at ${new Date(timestampMs).toISOString()}`
    case 'stale':
      return `${toSeconds(nowMs - timestampMs)} s old, but at most ${toSeconds(maxAgeMs)} s are allowed`
    case 'thin':
      return `only ${Math.round(liquidityUsd)} US dollars can be traded near its price`
    case 'witness':
      return 'a mean over time'
    case 'outlier':
      return medianUsd === null ? 'no other source agrees' : `${toPercent(priceUsd / medianUsd - 1)} off the others`
  }
}

const toSeconds = (ms: number): number => Math.round(ms / 1000)
const toPercent = (ratio: number): string => `${ratio > 0 ? '+' : ''}${(ratio * 100).toFixed(2)} %`
