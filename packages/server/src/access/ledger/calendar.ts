import type { Clock } from '@outrigger/core'

const dayMs = 86_400_000

/** How long usage is kept: this month and so many before it. */
export const keptMonths = 13

/** A day as `yyyy-mm-dd`, UTC. */
export function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** A month as `yyyy-mm`, UTC, of a day or a time. */
export function toMonth(time: string | number): string {
  return (typeof time === 'string' ? time : toDay(time)).slice(0, 7)
}

/** The first moment of the next month, when pools are full again. */
export function computeResetMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
}

/** The month that lies so many months back. */
export function computeMonthBack(nowMs: number, months: number): string {
  const now = new Date(nowMs)
  return toMonth(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months))
}

/** Every month from that of one day to that of another. */
export function listMonths(from: string, to: string): readonly string[] {
  const months: string[] = []
  const [year = 0, month = 1] = from.split('-').map(Number)
  for (let index = 0; ; index += 1) {
    const next = toMonth(Date.UTC(year, month - 1 + index))
    if (next > toMonth(to)) return months
    months.push(next)
  }
}

/** Today, written once a day. */
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

/** This month, written once a day. */
export function createMonthReader(clock: Clock): () => string {
  const today = createDayReader(clock)
  let day = ''
  let month = ''
  return () => {
    const now = today()
    if (now !== day) {
      day = now
      month = toMonth(now)
    }
    return month
  }
}
