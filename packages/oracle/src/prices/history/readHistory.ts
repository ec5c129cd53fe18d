import type { Clock } from '@outrigger/core'
import { computeVolatility, type HistoryInterval, isPlausible, toWeekStart, toWeeks } from '../compute/priceHistory.ts'
import { intervalMs } from '../compute/toCandles.ts'
import type { MissingSource } from '../price.ts'
import { PriceUnavailableError } from '../priceErrors.ts'
import type { Candle, CandleRange } from '../priceSource.ts'
import { type PriceToken, toTokenKey } from '../priceToken.ts'
import { type SourceGuard, toReason } from '../sourceGuard.ts'
import { isWhole, type LocalBar } from './localBar.ts'
import type { PriceSeries } from './priceSeries.ts'

/** A bar and its source, which is `local` for this node's own sightings. */
export type HistoryBar = Candle & { readonly source: string }

/** Price history of a token. Change and volatility are ratios: 0.05 is 5 %. */
export type PriceHistory = {
  readonly chain: string
  readonly symbol: string
  readonly interval: HistoryInterval
  /** Bars in ascending order. Times for which no source has a bar are omitted. */
  readonly bars: readonly HistoryBar[]
  /** Last close divided by first open, minus 1. Null without bars. */
  readonly periodChange: number | null
  /** Annualized volatility, see `volatilityFormula`. Null for fewer than three adjacent bars. */
  readonly volatility: number | null
  /** Number of expected and of present bars, and the sources of the bars. */
  readonly coverage: { readonly expected: number; readonly present: number; readonly sources: readonly string[] }
  readonly missing: readonly MissingSource[]
}

type HistoryQuery = {
  readonly token: PriceToken
  readonly days: number
  readonly interval: HistoryInterval
  /** Current price, used to detect wrong sources. Null if unknown. */
  readonly priceUsd: number | null
}

type Parts = { readonly series: PriceSeries; readonly guards: readonly SourceGuard[]; readonly clock: Clock }

const dayMs = 86_400_000
/** Time limit of a source. A year of hourly bars takes several requests to an exchange. */
const historyTimeoutMs = 8_000
/** Largest accepted difference between a source's newest bar and the current price. */
const mostOff = 0.05

/**
 * Reads the price history of a token. The order of precedence is: bars that this node has seen completely, bars of
 * exchanges, bars of other sources, bars that this node has seen in part.
 *
 * @throws {PriceUnavailableError} there are no bars
 */
export async function readHistory(query: HistoryQuery, { series, guards, clock }: Parts): Promise<PriceHistory> {
  const { token, interval, days } = query
  const nowMs = clock.now()
  const range = toRange(interval, days, nowMs)
  const local = await series.read(toTokenKey(token), range)
  const whole = local.filter((bar) => isWhole(bar, range.interval, nowMs))
  const expected = Math.floor(range.toMs / intervalMs[range.interval]) - range.fromMs / intervalMs[range.interval] + 1
  const isComplete = whole.length >= expected
  const { found, missing } = isComplete ? { found: [], missing: [] } : await querySources(query, range, guards)
  const bars = mergeSources([toHistoryBars(whole), ...found, toHistoryBars(local)])
  if (bars.length === 0) throw new PriceUnavailableError(`${token.symbol} on ${token.chain} in the past`, missing)
  return toHistory(query, bars, expected, missing)
}

/** Returns the range of whole bars, including the unfinished one. */
function toRange(interval: HistoryInterval, days: number, nowMs: number): CandleRange {
  const base = interval === '1h' ? '1h' : '1d'
  const wantedMs = nowMs - days * dayMs
  const fromMs = interval === '1w' ? toWeekStart(wantedMs) : Math.ceil(wantedMs / intervalMs[base]) * intervalMs[base]
  return { interval: base, fromMs, toMs: nowMs }
}

async function querySources({ token, priceUsd }: HistoryQuery, range: CandleRange, guards: readonly SourceGuard[]) {
  const withHistory = guards.filter(({ source }) => source.readHistory !== undefined)
  const missing: MissingSource[] = []
  const found = await Promise.all(
    withHistory.map(async ({ source, query }): Promise<readonly HistoryBar[]> => {
      const reject = (reason: string) => {
        missing.push({ name: source.name, reason })
        return []
      }
      try {
        const read = (signal: AbortSignal) => source.readHistory?.(token, range, signal) ?? Promise.resolve(null)
        const bars = (await query(read, historyTimeoutMs))?.filter(isPlausible) ?? []
        const last = bars.at(-1)
        if (last === undefined) return reject('it has no history of the token')
        const isNew = range.toMs - last.startMs < 2 * intervalMs[range.interval]
        if (isNew && priceUsd !== null && Math.abs(last.close / priceUsd - 1) > mostOff)
          return reject(`its last price is ${last.close} US dollars, which no other source confirms`)
        return bars.map((bar) => ({ ...bar, source: source.name }))
      } catch (error) {
        return reject(toReason(error))
      }
    }),
  )
  // Exchanges report trades, so their bars come first.
  const isExchange = (index: number) => withHistory[index]?.source.kind === 'exchange'
  return {
    found: [...found.filter((_, index) => isExchange(index)), ...found.filter((_, index) => !isExchange(index))],
    missing,
  }
}

const toHistoryBars = (bars: readonly LocalBar[]): readonly HistoryBar[] =>
  bars.map(({ startMs, open, high, low, close }) => ({
    startMs,
    open,
    high,
    low,
    close,
    volumeUsd: null,
    source: 'local',
  }))

/** Returns each bar from the first list that contains it. */
function mergeSources(lists: readonly (readonly HistoryBar[])[]): readonly HistoryBar[] {
  const bars = new Map<number, HistoryBar>()
  for (const bar of lists.flat()) if (!bars.has(bar.startMs)) bars.set(bar.startMs, bar)
  return [...bars.values()].sort((a, b) => a.startMs - b.startMs)
}

function toHistory(
  { token, interval }: HistoryQuery,
  bars: readonly HistoryBar[],
  expected: number,
  missing: readonly MissingSource[],
): PriceHistory {
  const shown = interval === '1w' ? toWeekBars(bars) : bars
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    chain: token.chain,
    symbol: token.symbol,
    interval,
    bars: shown,
    missing,
    periodChange: first && last ? last.close / first.open - 1 : null,
    volatility: computeVolatility(shown, interval),
    coverage: { expected, present: bars.length, sources: [...new Set(bars.map(({ source }) => source))].sort() },
  }
}

/** Merges daily bars into weekly bars. The source of a week lists the sources of its days. */
function toWeekBars(days: readonly HistoryBar[]): readonly HistoryBar[] {
  return toWeeks(days).map((week) => {
    const own = days.filter(({ startMs }) => toWeekStart(startMs) === week.startMs)
    return { ...week, source: [...new Set(own.map(({ source }) => source))].join(', ') }
  })
}
