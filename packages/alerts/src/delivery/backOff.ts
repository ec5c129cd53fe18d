const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Pause before each attempt, as the Standard Webhooks specification recommends: 75 h 35 min in all. */
export const standardPausesMs: readonly number[] = [
  0,
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

/** Share by which a pause is longer or shorter by chance, so that what failed together does not come back together. */
const jitter = 0.2

/** A receiver cannot postpone an alert any further. */
const longestRetryAfterMs = 2 * hourMs

/** No attempt is further away, whatever the clock did. */
export const longestPauseMs = 2 * 24 * hourMs

/**
 * Returns how long to wait after so many failed attempts, or null to give up. A receiver's `Retry-After` lengthens the pause to the
 * stated time, up to two hours.
 *
 * @param chance 0-1
 */
export function computePauseMs(
  attempts: number,
  retryAfterMs: number | null,
  chance: number,
  pausesMs = standardPausesMs,
): number | null {
  const pauseMs = pausesMs[attempts]
  if (pauseMs === undefined) return null
  const wantedMs = pauseMs * (1 - jitter + 2 * jitter * chance)
  return Math.max(wantedMs, Math.min(retryAfterMs ?? 0, longestRetryAfterMs))
}

/** How long a due time of the store is away: not longer than the longest pause, also when the clock was set back. */
export const toWaitMs = (dueAtMs: number, nowMs: number): number =>
  Math.min(Math.max(0, dueAtMs - nowMs), longestPauseMs)
