import type { Clock } from '@outrigger/core'
import { computeVolatility, type HistoryInterval, isPlausible, toWeekStart, toWeeks } from '../compute/priceHistory.ts'
import { intervalMs } from '../compute/toCandles.ts'
import type { SilentSource } from '../price.ts'
import { PriceUnavailableError } from '../priceErrors.ts'
import type { Candle, CandleRange } from '../priceSource.ts'
import { type PriceToken, toTokenKey } from '../priceToken.ts'
import { type SourceGuard, toReason } from '../sourceGuard.ts'
import { isWhole, type LocalBar } from './localBar.ts'
import type { PriceSeries } from './priceSeries.ts'

/** A bar, and who says it: `local` for what this node has seen itself. */
export type HistoryBar = Candle & { readonly source: string }

/** Bars of a token's past, and what they say. Ratios are of 1: 0.05 is five percent. */
export type PriceHistory = {
  readonly chain: string
  readonly symbol: string
  readonly interval: HistoryInterval
  /** Ascending; a bar nobody knows is missing. */
  readonly bars: readonly HistoryBar[]
  /** Last close over first open, less 1; null without bars. */
  readonly periodChange: number | null
  /** A year's, as `volatilityFormula` says; null below three adjacent bars. */
  readonly volatility: number | null
  /** How much of the time asked for there is. */
  readonly coverage: { readonly expected: number; readonly present: number; readonly sources: readonly string[] }
  readonly silent: readonly SilentSource[]
}

export type HistoryQuestion = {
  readonly token: PriceToken
  readonly days: number
  readonly interval: HistoryInterval
  /** What the token is worth now, to know a source by that lies; null where nobody knows. */
  readonly priceUsd: number | null
}

type Parts = { readonly series: PriceSeries; readonly guards: readonly SourceGuard[]; readonly clock: Clock }

const dayMs = 86_400_000
/** A year of hours takes an exchange some requests. */
const historyTimeoutMs = 8_000
/** A source whose newest bar is further from the present price reports something else. */
const mostOff = 0.05

/**
 * A token's past: bars this node has seen whole, the others from the sources that have them, exchanges first, and where
 * nobody has, what this node has seen of them.
 *
 * @throws {PriceUnavailableError} there is not one bar
 */
export async function readHistory(question: HistoryQuestion, { series, guards, clock }: Parts): Promise<PriceHistory> {
  const { token, interval, days } = question
  const nowMs = clock.now()
  const range = toRange(interval, days, nowMs)
  const local = await series.read(toTokenKey(token), range)
  const whole = local.filter((bar) => isWhole(bar, range.interval, nowMs))
  const expected = Math.floor(range.toMs / intervalMs[range.interval]) - range.fromMs / intervalMs[range.interval] + 1
  const isComplete = whole.length >= expected
  const { found, silent } = isComplete ? { found: [], silent: [] } : await askSources(question, range, guards)
  const bars = mergeSources([toHistoryBars(whole), ...found, toHistoryBars(local)])
  if (bars.length === 0) throw new PriceUnavailableError(`${token.symbol} on ${token.chain} in the past`, silent)
  return toHistory(question, bars, expected, silent)
}

/** Whole bars, the unfinished one included. */
function toRange(interval: HistoryInterval, days: number, nowMs: number): CandleRange {
  const base = interval === '1h' ? '1h' : '1d'
  const wantedMs = nowMs - days * dayMs
  const fromMs = interval === '1w' ? toWeekStart(wantedMs) : Math.ceil(wantedMs / intervalMs[base]) * intervalMs[base]
  return { interval: base, fromMs, toMs: nowMs }
}

async function askSources({ token, priceUsd }: HistoryQuestion, range: CandleRange, guards: readonly SourceGuard[]) {
  const asked = guards.filter(({ source }) => source.readHistory !== undefined)
  const silent: SilentSource[] = []
  const found = await Promise.all(
    asked.map(async ({ source, ask }): Promise<readonly HistoryBar[]> => {
      const reject = (reason: string) => {
        silent.push({ name: source.name, reason })
        return []
      }
      try {
        const read = (signal: AbortSignal) => source.readHistory?.(token, range, signal) ?? Promise.resolve(null)
        const bars = (await ask(read, historyTimeoutMs))?.filter(isPlausible) ?? []
        const last = bars.at(-1)
        if (last === undefined) return reject('it does not know the past of the token')
        const isNew = range.toMs - last.startMs < 2 * intervalMs[range.interval]
        if (isNew && priceUsd !== null && Math.abs(last.close / priceUsd - 1) > mostOff)
          return reject(`its last price is ${last.close} US dollars, which nobody else says`)
        return bars.map((bar) => ({ ...bar, source: source.name }))
      } catch (error) {
        return reject(toReason(error))
      }
    }),
  )
  // Exchanges know what was traded, the others what somebody said.
  const isExchange = (index: number) => asked[index]?.source.kind === 'exchange'
  return {
    found: [...found.filter((_, index) => isExchange(index)), ...found.filter((_, index) => !isExchange(index))],
    silent,
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

/** Each bar from the first list that has it. */
function mergeSources(lists: readonly (readonly HistoryBar[])[]): readonly HistoryBar[] {
  const bars = new Map<number, HistoryBar>()
  for (const bar of lists.flat()) if (!bars.has(bar.startMs)) bars.set(bar.startMs, bar)
  return [...bars.values()].sort((a, b) => a.startMs - b.startMs)
}

function toHistory(
  { token, interval }: HistoryQuestion,
  bars: readonly HistoryBar[],
  expected: number,
  silent: readonly SilentSource[],
): PriceHistory {
  const shown = interval === '1w' ? toWeekBars(bars) : bars
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    chain: token.chain,
    symbol: token.symbol,
    interval,
    bars: shown,
    silent,
    periodChange: first && last ? last.close / first.open - 1 : null,
    volatility: computeVolatility(shown, interval),
    coverage: { expected, present: bars.length, sources: [...new Set(bars.map(({ source }) => source))].sort() },
  }
}

/** A week is of whoever its days are of. */
function toWeekBars(days: readonly HistoryBar[]): readonly HistoryBar[] {
  return toWeeks(days).map((week) => {
    const own = days.filter(({ startMs }) => toWeekStart(startMs) === week.startMs)
    return { ...week, source: [...new Set(own.map(({ source }) => source))].join(', ') }
  })
}
