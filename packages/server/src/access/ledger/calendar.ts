import type { Clock } from '@outrigger/core'

const dayMs = 86_400_000

/** Usage is kept for this month and this many before it. */
export const keptMonths = 13

/** Formats a time as a day, `yyyy-mm-dd` in UTC. */
export function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Formats a day or a time as a month, `yyyy-mm` in UTC. */
export function toMonth(time: string | number): string {
  return (typeof time === 'string' ? time : toDay(time)).slice(0, 7)
}

/** Returns the first moment of the next month, when pools are full again. */
export function computeResetMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
}

/** Returns the month that is a number of months ago. */
export function computeMonthBack(nowMs: number, months: number): string {
  const now = new Date(nowMs)
  return toMonth(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months))
}

/** Lists every month from one day to another. */
export function listMonths(from: string, to: string): readonly string[] {
  const months: string[] = []
  const [year = 0, month = 1] = from.split('-').map(Number)
  for (let index = 0; ; index += 1) {
    const next = toMonth(Date.UTC(year, month - 1 + index))
    if (next > toMonth(to)) return months
    months.push(next)
  }
}

/** Returns a function that returns the current day. It formats the day once a day. */
export function createDayReader(clock: Clock): () => string {
  let day = ''
  let endsAtMs = 0
  return () => {
    const now = clock.now()
    if (now >= endsAtMs || now < endsAtMs - dayMs) {
      day = toDay(now)
      endsAtMs = (Math.floor(now / dayMs) + 1) * dayMs
    }
    return day
  }
}
