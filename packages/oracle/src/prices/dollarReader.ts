import type { Clock } from '@outrigger/core'
import { createCache, systemClock } from '@outrigger/core/internal'
import { PriceSourceError } from './priceErrors.ts'
import type { PriceSample, PriceSource } from './priceSource.ts'
import { type PriceToken, toTokenKey } from './priceToken.ts'

/** Returns the dollar price of a quote token. Returns null if the token has no fresh price. */
export type DollarReader = (token: PriceToken, signal: AbortSignal) => Promise<number | null>

export type DollarReaderOptions = { readonly source: PriceSource; readonly clock?: Clock }

const ttlMs = 15_000

/** Returns no samples if the source does not know the token, for example before its feed was deployed. */
function toNone(error: unknown): readonly PriceSample[] {
  if (error instanceof PriceSourceError && error.isUnknown) return []
  throw error
}

/**
 * Creates a reader of dollar prices from one source, cached for 15 seconds. It converts prices in stablecoins to dollars.
 *
 * @example const toUsd = createDollarReader({ source: createChainlinkSource({ pools }) })
 */
export function createDollarReader({ source, clock = systemClock }: DollarReaderOptions): DollarReader {
  const known = createCache<number>({ max: 200, ttlMs, clock })
  return async (token, signal) => {
    const key = toTokenKey(token)
    const before = known.get(key)
    if (before !== undefined) return before
    const [sample] = await source.read(token, signal).catch(toNone)
    if (sample === undefined || clock.now() - sample.timestampMs > sample.maxAgeMs || !(sample.priceUsd > 0))
      return null
    known.set(key, sample.priceUsd)
    return sample.priceUsd
  }
}
