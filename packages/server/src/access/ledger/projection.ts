import { computeResetMs } from './calendar.ts'

/** CU of a day. */
export type DayUse = { readonly day: string; readonly cu: number }

export type Projection = {
  /** Mean of the last seven days, of fewer for a newer key. */
  readonly cuPerDay: number
  /** Used at the end of the month at that rate. */
  readonly atReset: number
  /** When the pool is spent at that rate; null when that is not before it is full again. */
  readonly spentAtMs: number | null
}

const dayMs = 86_400_000
const recentDays = 7

/**
 * When a monthly pool will be spent if a key goes on as in the last seven days, today as far as it has come.
 *
 * @param used of the pool in this month
 * @param limit of the pool; `Infinity` for none
 */
export function computeProjection(
  days: readonly DayUse[],
  { used, limit, nowMs }: { readonly used: number; readonly limit: number; readonly nowMs: number },
): Projection {
  const startOfToday = Math.floor(nowMs / dayMs) * dayMs
  const recent = days.filter(({ day }) => Date.parse(day) > startOfToday - recentDays * dayMs)
  const firstMs = Math.min(startOfToday, ...recent.map(({ day }) => Date.parse(day)))
  // A key that is an hour old says little: its first day counts as a quarter at least.
  const elapsedDays = Math.max(0.25, (nowMs - firstMs) / dayMs)
  const cuPerDay = recent.reduce((sum, { cu }) => sum + cu, 0) / elapsedDays
  const resetMs = computeResetMs(nowMs)
  const atReset = used + (cuPerDay * (resetMs - nowMs)) / dayMs
  const isSpent = used >= limit || atReset > limit
  return {
    cuPerDay,
    atReset,
    spentAtMs: isSpent ? nowMs + Math.max(0, ((limit - used) / cuPerDay) * dayMs || 0) : null,
  }
}
