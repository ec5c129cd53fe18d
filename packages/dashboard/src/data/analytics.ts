import type { Response } from '@outrigger/api/contract'

export type Metric = Response<'analyticsMetricsAvailable'>['metrics'][number]
export type Timeseries = Response<'analyticsTimeseries'>

const day = 86_400_000

/** A period of a chart. Without dates, the node uses its default: 24 hours, or 30 days for days. */
export type Period = {
  readonly interval: '15m' | '1h' | '1d'
  readonly seconds: number
  readonly start_date?: string
  readonly end_date?: string
}

const intervals = {
  '15m': { interval: '15m', seconds: 900 },
  '1h': { interval: '1h', seconds: 3600 },
  '1d': { interval: '1d', seconds: 86_400 },
} as const

/**
 * Returns a period that ends at the current time.
 *
 * @param nowMs Unix ms
 * @example toPeriod(7, nowMs).interval // '1h'
 */
export function toPeriod(days: number, nowMs: number): Period {
  const start = new Date(nowMs - days * day).toISOString()
  return { ...toInterval(days), start_date: start, end_date: new Date(nowMs).toISOString() }
}

/**
 * Returns the period from the first to the last of two dates, both included. Undefined if they are missing or in the wrong
 * order, or if they are more than a year apart.
 *
 * @example toCustomPeriod('2026-01-01', '2026-01-07')?.interval // '1h'
 */
export function toCustomPeriod(first: string, last: string): Period | undefined {
  const days = (Date.parse(last) - Date.parse(first)) / day + 1
  if (!(days >= 1 && days <= 366)) return
  return { ...toInterval(days), start_date: first, end_date: last }
}

/** At most a few hundred values fit into a chart. */
const toInterval = (days: number) => intervals[days <= 2 ? '15m' : days <= 14 ? '1h' : '1d']
