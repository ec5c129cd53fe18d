import type { Aggregation } from '@outrigger/api/contract'
import type { Interval } from '@outrigger/data/analytics'
import { InvalidParameterError } from '../../errors/serviceError.ts'

const hour = 3_600
const day = 86_400

/** The minimum length of an interval, and the default period. */
const widths: { readonly [interval in Interval]: { readonly seconds: number; readonly defaultSpan: number } } = {
  '1m': { seconds: 60, defaultSpan: day },
  '5m': { seconds: 300, defaultSpan: day },
  '15m': { seconds: 900, defaultSpan: day },
  '1h': { seconds: hour, defaultSpan: day },
  '1d': { seconds: day, defaultSpan: 30 * day },
  '1w': { seconds: 7 * day, defaultSpan: 84 * day },
  '1M': { seconds: 28 * day, defaultSpan: 365 * day },
}
const mostPoints = 20_000

export const intervalOf: { readonly [aggregation in Aggregation]: Interval } = {
  hourly: '1h',
  daily: '1d',
  weekly: '1w',
  monthly: '1M',
}

export type Period = { readonly start_date?: string | undefined; readonly end_date?: string | undefined }
type Span = { readonly fromTime: number; readonly toTime: number }

/** Chooses an aggregation for a period: hours below a day, days up to four weeks, weeks up to a quarter, then months. */
export function chooseAggregation(period: Period, nowMs: number, offered: readonly Aggregation[]): Aggregation {
  const isOpen = period.start_date === undefined
  const { fromTime, toTime } = readSpan(period, '1d', nowMs)
  const seconds = toTime - fromTime
  const wanted: Aggregation =
    isOpen || (seconds >= day && seconds <= 28 * day)
      ? 'daily'
      : seconds < day
        ? 'hourly'
        : seconds <= 92 * day
          ? 'weekly'
          : 'monthly'
  return offered.includes(wanted) ? wanted : wanted === 'monthly' ? 'weekly' : 'daily'
}

/**
 * Returns the requested period in Unix seconds. By default it ends now, and its length depends on the interval. A date without a
 * time means its first moment for a start, and its last for an end. Times without a zone are UTC.
 *
 * @throws {InvalidParameterError}
 */
export function readSpan({ start_date, end_date }: Period, interval: Interval, nowMs: number): Span {
  const now = Math.floor(nowMs / 1000) + 1
  const toTime = readTime('end_date', end_date, day) ?? now
  const fromTime = readTime('start_date', start_date, 0) ?? Math.min(toTime, now) - widths[interval].defaultSpan
  if (fromTime > toTime) throw refuse('end_date', 'is before start_date')
  return { fromTime, toTime }
}

/** @throws {InvalidParameterError} */
export function requireFew({ fromTime, toTime }: Span, interval: Interval): void {
  const points = Math.ceil((toTime - fromTime) / widths[interval].seconds)
  if (points > mostPoints)
    throw refuse(
      'start_date',
      `requests ${points} intervals. Use a longer interval, or a period of at most ${mostPoints} intervals`,
    )
}

function readTime(name: string, text: string | undefined, addedToDays: number): number | undefined {
  if (text === undefined) return undefined
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  // A plus sign that was not encoded arrives as a space.
  const iso = text.replace(' ', text.includes('T') ? '+' : 'T')
  const ms = Date.parse(isDay || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(iso) ? iso : `${iso}Z`)
  const isThere = !Number.isNaN(ms) && (!isDay || new Date(ms).toISOString().slice(0, 10) === text)
  if (!isThere) throw refuse(name, 'must be a date such as 2026-11-22, or an ISO 8601 timestamp')
  return Math.floor(ms / 1000) + (isDay ? addedToDays : 0)
}

const refuse = (name: string, message: string) => new InvalidParameterError([{ path: `query.${name}`, message }])
