import type { Clock } from '@outrigger/core'
import { createCache } from '@outrigger/core/internal'
import type { Freshness } from '../freshness.ts'
import { createStaleWhileRevalidate, type StaleWhileRevalidate } from '../staleWhileRevalidate/staleWhileRevalidate.ts'
import { type DatedRedemption, toRedeemedPrice } from './compute/redeemedPrice.ts'
import { type PriceReading, toPrice } from './compute/toPrice.ts'
import { createPastPrices } from './history/pastPrices.ts'
import type { PriceSeries } from './history/priceSeries.ts'
import type { Price } from './price.ts'
import { PriceDisagreementError, PriceUnavailableError } from './priceErrors.ts'
import { type PriceToken, toTokenKey } from './priceToken.ts'
import { type ReadOptions, readMarket, requirePrice } from './readPrice.ts'
import { resolveToken } from './resolveToken.ts'
import type { ReadRedemption } from './sources/redemption.ts'

type HeldPrice = StaleWhileRevalidate<Price>

/** The prices an oracle holds, by token. */
export type HeldPrices = {
  of(token: PriceToken): HeldPrice
  /** Resolves when what was read is in the series. */
  kept(): Promise<void>
  /** Forgets all; whether there were any. */
  clear(): boolean
}

type Options = ReadOptions & {
  readonly ttlMs: number
  readonly timeoutMs: number
  readonly series: PriceSeries
  readonly redemption?: ReadRedemption
  readonly signal: AbortSignal
  readonly clock: Clock
}

/** Tokens whose prices are held; those asked for longest ago go first. */
const maxTokens = 2_000
/** Longer than a source may take: the median of those in time is to be had then. */
const marginMs = 500

export function createHeldPrices(options: Options): HeldPrices {
  const { ttlMs, timeoutMs, series, clock } = options
  const held = createCache<HeldPrice>({ max: maxTokens, clock })
  const readPast = createPastPrices(options)
  let kept: Promise<void> = Promise.resolve()

  async function read(token: PriceToken): Promise<PriceReading> {
    const [market, dated, past] = await Promise.all([readMarket(token, options), getRedemption(token), readPast(token)])
    const reading = toRedeemedPrice(market, dated) ?? requirePrice(market, clock.now())
    if (dated === null) return { ...reading, past }
    const { timestampMs: _, ...redemption } = dated
    return { ...reading, redemption, past }
  }

  /** Beside the price: where it cannot be read there is none. */
  async function getRedemption(token: PriceToken): Promise<DatedRedemption | null> {
    const rate = await options.redemption?.(token, options.signal).catch(() => null)
    if (!rate) return null
    const timestampMs = clock.now()
    const ether = await of(resolveToken('ethereum', 'ETH'))
      .get()
      .catch(() => null)
    if (ether === null || ether.stale) return { ...rate, priceUsd: null, timestampMs }
    const priceUsd = rate.rate * ether.priceUsd
    return { ...rate, priceUsd, timestampMs: Math.min(timestampMs, ether.timestampMs) }
  }

  function keep(token: PriceToken, { priceUsd, timestampMs, stale, basis }: Price): void {
    // The past is that of markets. A price is worth its answer also where the disk is full.
    if (!stale && basis === 'market')
      kept = series.add(toTokenKey(token), { priceUsd, atMs: timestampMs }).catch(() => {})
  }

  function of(token: PriceToken): HeldPrice {
    const key = toTokenKey(token)
    const known = held.get(key)
    if (known !== undefined) return known
    const price = createStaleWhileRevalidate({
      read: async () => ({ value: await read(token), source: 'primary' as const }),
      serve: (reading, freshness: Freshness) => toPrice(reading, freshness),
      onRead: (served) => keep(token, served),
      unavailable: (cause) => toUnavailable(token, cause),
      ttlMs,
      coldTimeoutMs: timeoutMs + marginMs,
      patienceMs: timeoutMs + marginMs,
      clock,
    })
    held.set(key, price)
    return price
  }

  return {
    of,
    kept: () => kept,
    clear() {
      const had = held.size > 0
      held.clear()
      return had
    },
  }
}

function toUnavailable(token: PriceToken, cause: unknown): Error {
  if (cause instanceof PriceUnavailableError || cause instanceof PriceDisagreementError) return cause
  return new PriceUnavailableError(`${token.symbol} on ${token.chain}`, [], cause)
}
