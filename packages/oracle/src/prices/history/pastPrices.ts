import type { Clock } from '@outrigger/core'
import { createCache } from '@outrigger/core/internal'
import { computePriceAt } from '../compute/priceAt.ts'
import { isPlausible } from '../compute/priceHistory.ts'
import { intervalMs } from '../compute/toCandles.ts'
import { type PriceToken, toTokenKey } from '../priceToken.ts'
import type { SourceGuard } from '../sourceGuard.ts'
import type { PriceSeries } from './priceSeries.ts'

/** Prices of a token a day ago and a week ago, in US dollars. */
export type PastPrices = { readonly day: PastPrice; readonly week: PastPrice }
/** A past price as seen by this node (`seen`), and as reported by sources with a history. Null if unknown. */
export type PastPrice = { readonly seen: number | null; readonly reported: number | null }

type Options = {
  readonly series: PriceSeries
  readonly guards: readonly SourceGuard[]
  readonly timeoutMs: number
  readonly clock: Clock
}

const agesMs = { day: intervalMs['1d'], week: intervalMs['1w'] } as const
/** Maximum time between a sighting and the requested time. */
const mostGapsMs = { day: 3_600_000, week: 6 * 3_600_000 } as const
const maxReported = 4_000
/** Time after which sources are queried again if none of them reported a price. */
const silenceMs = 5 * 60_000

/**
 * Creates a reader of past prices. It reads the local series. If the series has no price, it queries the sources once
 * per hour.
 */
export function createPastPrices({ series, guards, timeoutMs, clock }: Options) {
  const reported = createCache<Promise<number | null>>({ max: maxReported, clock })
  const silent = createCache<number>({ max: maxReported, ttlMs: silenceMs, clock })
  const withHistory = guards.filter(({ source }) => source.readHistory !== undefined)

  async function read(token: PriceToken, age: keyof typeof agesMs): Promise<PastPrice> {
    const atMs = clock.now() - agesMs[age]
    const maxGapMs = mostGapsMs[age]
    const range = { interval: '1h', fromMs: atMs - maxGapMs - intervalMs['1h'], toMs: atMs + maxGapMs } as const
    const seen = computePriceAt(await series.read(toTokenKey(token), range), atMs, maxGapMs)
    return { seen, reported: seen === null ? await readReported(token, atMs) : null }
  }

  async function readReported(token: PriceToken, atMs: number): Promise<number | null> {
    const startMs = Math.floor(atMs / intervalMs['1h']) * intervalMs['1h']
    const key = `${toTokenKey(token)}:${startMs}`
    if (silent.get(key) !== undefined) return null
    const known = reported.get(key)
    if (known !== undefined) return known
    const price = querySources(token, startMs)
    reported.set(key, price)
    if ((await price) === null) {
      reported.delete(key)
      silent.set(key, 1)
    }
    return price
  }

  /** Returns the median of the sources' prices for an hour, so that one wrong source has no effect. */
  async function querySources(token: PriceToken, startMs: number): Promise<number | null> {
    const range = { interval: '1h', fromMs: startMs, toMs: startMs + intervalMs['1h'] - 1 } as const
    const answers = await Promise.all(
      withHistory.map(async ({ source, query }) => {
        const read = (signal: AbortSignal) => source.readHistory?.(token, range, signal) ?? Promise.resolve(null)
        const bars = await query(read, timeoutMs).catch(() => null)
        return bars?.find((bar) => bar.startMs === startMs && isPlausible(bar))?.close
      }),
    )
    const closes = answers.filter((close) => close !== undefined).sort((a, b) => a - b)
    return closes[Math.floor((closes.length - 1) / 2)] ?? null
  }

  return async (token: PriceToken): Promise<PastPrices> => {
    const [day, week] = await Promise.all([read(token, 'day'), read(token, 'week')])
    return { day, week }
  }
}
