import type { Candle } from '../priceSource.ts'
import { intervalMs } from './toCandles.ts'

export type HistoryInterval = keyof typeof intervalMs

/** Definition of the volatility, as text. */
export const volatilityFormula =
  'sample standard deviation of ln(close / previous close) over adjacent bars, times the square root of the bars in 365 days'

const yearMs = 365 * 86_400_000

/**
 * Returns the annualized volatility: the sample standard deviation of the logarithmic returns of adjacent bars, times
 * √(bars per year). Returns null for fewer than two returns. Source: J. C. Hull, Options, Futures and Other Derivatives,
 * "Estimating volatility from historical data".
 *
 * @example computeVolatility(bars, '1d') // 0.62 is 62 % a year
 */
export function computeVolatility(bars: readonly Candle[], interval: HistoryInterval): number | null {
  const step = intervalMs[interval]
  const returns = bars.flatMap((bar, index) => {
    const before = bars[index - 1]
    return before !== undefined && bar.startMs - before.startMs === step ? [Math.log(bar.close / before.close)] : []
  })
  if (returns.length < 2) return null
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length
  const variance = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (returns.length - 1)
  return Math.sqrt(variance) * Math.sqrt(yearMs / step)
}

/** Merges daily bars into weekly bars. Weeks begin on Mondays at 0:00 UTC. */
export function toWeeks(days: readonly Candle[]): readonly Candle[] {
  const weeks = new Map<number, Candle>()
  for (const day of days) {
    const startMs = toWeekStart(day.startMs)
    const week = weeks.get(startMs)
    weeks.set(startMs, week === undefined ? { ...day, startMs } : mergeBars(week, day))
  }
  return [...weeks.values()]
}

// The epoch was a Thursday.
const mondayMs = 4 * 86_400_000
export const toWeekStart = (atMs: number): number =>
  Math.floor((atMs - mondayMs) / intervalMs['1w']) * intervalMs['1w'] + mondayMs

/** Merges two bars. The second bar is the later one. */
function mergeBars(first: Candle, second: Candle): Candle {
  return {
    startMs: first.startMs,
    open: first.open,
    high: Math.max(first.high, second.high),
    low: Math.min(first.low, second.low),
    close: second.close,
    volumeUsd: first.volumeUsd === null || second.volumeUsd === null ? null : first.volumeUsd + second.volumeUsd,
  }
}

/** Returns whether all prices of a bar are positive and between its low and its high. */
export function isPlausible({ open, high, low, close }: Candle): boolean {
  return (
    [open, high, low, close].every((price) => Number.isFinite(price) && price > 0) &&
    low <= Math.min(open, close) &&
    high >= Math.max(open, close)
  )
}
