import { computeResetMs } from './calendar.ts'

/** CU of a day. */
export type DayUse = { readonly day: string; readonly cu: number }

export type Projection = {
  /** Mean of the last seven days, or of fewer days for a newer key. */
  readonly cuPerDay: number
  /** Projected usage at the end of the month. */
  readonly atReset: number
  /** When the pool runs out at that rate. Null if it lasts until the next reset. */
  readonly spentAtMs: number | null
}

const dayMs = 86_400_000
const recentDays = 7

/**
 * Projects a key's monthly usage from the rate of the last seven days, including today so far.
 *
 * @param used usage of the pool this month
 * @param limit of the pool; `Infinity` for none
 */
export function computeProjection(
  days: readonly DayUse[],
  { used, limit, nowMs }: { readonly used: number; readonly limit: number; readonly nowMs: number },
): Projection {
  const startOfToday = Math.floor(nowMs / dayMs) * dayMs
  const recent = days.filter(({ day }) => Date.parse(day) > startOfToday - recentDays * dayMs)
  const firstMs = Math.min(startOfToday, ...recent.map(({ day }) => Date.parse(day)))
  // The first hours of a key say little about its rate, so its first day counts as at least a quarter of a day.
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
