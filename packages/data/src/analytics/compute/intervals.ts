import { levelOf, type Resolution, startOf } from '../resolutions.ts'

/** Of what length the bars of an answer are. Weeks begin on Monday; all are of UTC. */
export type Interval = Resolution | '1w' | '1M'

/** Of which stored bars those of an interval are made. */
export const storedFor = (interval: Interval): Resolution => (interval === '1w' || interval === '1M' ? '1d' : interval)

const daySeconds = 86_400
/** 1970-01-05 was a Monday. */
const firstMonday = 4 * daySeconds

/** First second of the interval that a time is in, and the first after it. */
export function toInterval(interval: Interval, time: number): { readonly start: number; readonly end: number } {
  if (interval === '1M') {
    const date = new Date(time * 1000)
    const monthStart = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / 1000
    return { start: monthStart(0), end: monthStart(1) }
  }
  if (interval === '1w') {
    const start = Math.floor((time - firstMonday) / (7 * daySeconds)) * 7 * daySeconds + firstMonday
    return { start, end: start + 7 * daySeconds }
  }
  const level = levelOf(interval)
  const start = startOf(level, time)
  return { start, end: start + level.seconds }
}
