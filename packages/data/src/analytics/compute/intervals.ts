import { levelOf, type Resolution, startOf } from '../resolutions.ts'

/** Length of the returned bars. Weeks begin on Monday. All times are UTC. */
export type Interval = Resolution | '1w' | '1M'

/** Returns the resolution of the stored bars that an interval is computed from. */
export const storedFor = (interval: Interval): Resolution => (interval === '1w' || interval === '1M' ? '1d' : interval)

const daySeconds = 86_400
/** 1970-01-05 was a Monday. */
const firstMonday = 4 * daySeconds

/** Returns the first second of the interval that contains a time, and the first second after it. */
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
