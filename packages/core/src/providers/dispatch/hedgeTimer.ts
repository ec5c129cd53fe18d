const slackMs = 5

/** Returns whether a timer fired so late that this process was busy. In that case no endpoint counts as late. */
export const isTimerStalled = (lateMs: number, delayMs: number): boolean => lateMs > delayMs / 2 + slackMs

/**
 * Calls `hedge` when an answer is late. If the timer fires late, this process was busy and unread answers may be
 * waiting. They are read before the hedge.
 */
export function startHedgeTimer(delayMs: number, hedge: () => void) {
  const startedAt = performance.now()
  let isStalled = false
  const timer = setTimeout(() => {
    isStalled = isTimerStalled(performance.now() - startedAt - delayMs, delayMs)
    setImmediate(hedge)
  }, delayMs)
  return {
    /** Whether the timer fired late, so that no endpoint counts as late. */
    isStalled: () => isStalled,
    stop: () => clearTimeout(timer),
  }
}
