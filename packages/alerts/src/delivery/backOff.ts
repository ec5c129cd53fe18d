const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Pause before each attempt, as the Standard Webhooks specification recommends: 75 h 35 min in total. */
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

/** Random share by which a pause is longer or shorter, so that deliveries that failed together are not retried together. */
const jitter = 0.2

/** Limit of a receiver's `Retry-After`. */
const longestRetryAfterMs = 2 * hourMs

/** Upper bound of a wait, even if the clock was set back. */
export const longestPauseMs = 2 * 24 * hourMs

/**
 * Returns how long to wait after this many failed attempts, or null to give up. A receiver's `Retry-After` extends the pause
 * to the stated time, up to two hours.
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
  const jitteredMs = pauseMs * (1 - jitter + 2 * jitter * chance)
  return Math.max(jitteredMs, Math.min(retryAfterMs ?? 0, longestRetryAfterMs))
}

/** Returns the wait until a stored due time, at most the longest pause, even if the clock was set back. */
export const toWaitMs = (dueAtMs: number, nowMs: number): number =>
  Math.min(Math.max(0, dueAtMs - nowMs), longestPauseMs)
