import type { Clock } from '@outrigger/core'
import { createCache } from '@outrigger/core/internal'
import { computePriceAt } from '../compute/priceAt.ts'
import { isPlausible } from '../compute/priceHistory.ts'
import { intervalMs } from '../compute/toCandles.ts'
import { type PriceToken, toTokenKey } from '../priceToken.ts'
import type { SourceGuard } from '../sourceGuard.ts'
import type { PriceSeries } from './priceSeries.ts'

/** What a token was worth a day and a week ago, US dollars; null where nobody knows. */
export type PastPrices = { readonly day: PastPrice; readonly week: PastPrice }
/** As this node has seen it, and as sources with a past report it. */
export type PastPrice = { readonly seen: number | null; readonly told: number | null }

type Options = {
  readonly series: PriceSeries
  readonly guards: readonly SourceGuard[]
  readonly timeoutMs: number
  readonly clock: Clock
}

const agesMs = { day: intervalMs['1d'], week: intervalMs['1w'] } as const
/** A price so much before or after counts as of the time itself. */
const mostGapsMs = { day: 3_600_000, week: 6 * 3_600_000 } as const
/** What sources reported is kept for the hour it is of, and that none reported as long as sources rest after failures. */
const maxTold = 4_000
const silenceMs = 5 * 60_000

/** Reads what tokens were worth: from the local series, and where that does not reach from the sources, once an hour. */
export function createPastPrices({ series, guards, timeoutMs, clock }: Options) {
  const told = createCache<Promise<number | null>>({ max: maxTold, clock })
  const silent = createCache<number>({ max: maxTold, ttlMs: silenceMs, clock })
  const asked = guards.filter(({ source }) => source.readHistory !== undefined)

  async function read(token: PriceToken, age: keyof typeof agesMs): Promise<PastPrice> {
    const atMs = clock.now() - agesMs[age]
    const maxGapMs = mostGapsMs[age]
    const range = { interval: '1h', fromMs: atMs - maxGapMs - intervalMs['1h'], toMs: atMs + maxGapMs } as const
    const seen = computePriceAt(await series.read(toTokenKey(token), range), atMs, maxGapMs)
    return { seen, told: seen === null ? await readTold(token, atMs) : null }
  }

  async function readTold(token: PriceToken, atMs: number): Promise<number | null> {
    const startMs = Math.floor(atMs / intervalMs['1h']) * intervalMs['1h']
    const key = `${toTokenKey(token)}:${startMs}`
    if (silent.get(key) !== undefined) return null
    const known = told.get(key)
    if (known !== undefined) return known
    const answer = askSources(token, startMs)
    told.set(key, answer)
    if ((await answer) === null) {
      told.delete(key)
      silent.set(key, 1)
    }
    return answer
  }

  /** The middle one of what the sources say of an hour: one that lies is passed over. */
  async function askSources(token: PriceToken, startMs: number): Promise<number | null> {
    const range = { interval: '1h', fromMs: startMs, toMs: startMs + intervalMs['1h'] - 1 } as const
    const answers = await Promise.all(
      asked.map(async ({ source, ask }) => {
        const question = (signal: AbortSignal) => source.readHistory?.(token, range, signal) ?? Promise.resolve(null)
        const bars = await ask(question, timeoutMs).catch(() => null)
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
