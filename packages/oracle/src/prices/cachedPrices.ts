import type { Clock } from '@outrigger/core'
import { createCache } from '@outrigger/core/internal'
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

type CachedPrice = StaleWhileRevalidate<Price>

/** The cached prices of an oracle, by token. */
type CachedPrices = {
  of(token: PriceToken): CachedPrice
  /** Resolves when the last read price is stored in the series. */
  stored(): Promise<void>
  /** Drops all prices. Returns true if there were any. */
  clear(): boolean
}

type Options = ReadOptions & {
  readonly ttlMs: number
  readonly timeoutMs: number
  readonly series: PriceSeries
  readonly redemption: ReadRedemption | undefined
  readonly signal: AbortSignal
  readonly clock: Clock
}

/** Maximum number of cached tokens. The least recently used tokens are evicted first. */
const maxTokens = 2_000
/**
 * Time in ms that a caller waits in addition to a source's time limit, to get the median of the sources that answered
 * in time.
 */
const marginMs = 500

export function createCachedPrices(options: Options): CachedPrices {
  const { ttlMs, timeoutMs, series, clock } = options
  const cached = createCache<CachedPrice>({ max: maxTokens, clock })
  const readPast = createPastPrices(options)
  let stored: Promise<void> = Promise.resolve()

  async function read(token: PriceToken): Promise<PriceReading> {
    const [market, dated, past] = await Promise.all([readMarket(token, options), getRedemption(token), readPast(token)])
    const reading = toRedeemedPrice(market, dated) ?? requirePrice(market, clock.now())
    if (dated === null) return { ...reading, past }
    const { timestampMs: _, ...redemption } = dated
    return { ...reading, redemption, past }
  }

  /** Returns the redemption. Returns null if the rate cannot be read, because the redemption is optional. */
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

  function store(token: PriceToken, { priceUsd, timestampMs, stale, basis }: Price): void {
    // Only market prices are stored. If that fails, for example because the disk is full, the price is still served.
    if (!stale && basis === 'market')
      stored = series.add(toTokenKey(token), { priceUsd, atMs: timestampMs }).catch(() => {})
  }

  function of(token: PriceToken): CachedPrice {
    const key = toTokenKey(token)
    const known = cached.get(key)
    if (known !== undefined) return known
    const price = createStaleWhileRevalidate({
      read: async () => ({ value: await read(token), source: 'primary' as const }),
      serve: toPrice,
      onRead: (served) => store(token, served),
      unavailable: (cause) => toUnavailable(token, cause),
      ttlMs,
      coldTimeoutMs: timeoutMs + marginMs,
      patienceMs: timeoutMs + marginMs,
      clock,
    })
    cached.set(key, price)
    return price
  }

  return {
    of,
    stored: () => stored,
    clear() {
      const had = cached.size > 0
      cached.clear()
      return had
    },
  }
}

function toUnavailable(token: PriceToken, cause: unknown): Error {
  if (cause instanceof PriceUnavailableError || cause instanceof PriceDisagreementError) return cause
  return new PriceUnavailableError(`${token.symbol} on ${token.chain}`, [], cause)
}
