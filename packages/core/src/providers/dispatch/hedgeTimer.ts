const slackMs = 5

/** Whether a timer fired so late that this process itself was busy: then no endpoint counts as late. */
export const isTimerStalled = (lateMs: number, delayMs: number): boolean => lateMs > delayMs / 2 + slackMs

/**
 * Calls `hedge` when an answer is late. A timer that fires late shows that this process was busy: answers may be waiting
 * and are read first.
 */
export function startHedgeTimer(delayMs: number, hedge: () => void) {
  const startedAt = performance.now()
  let isStalled = false
  const timer = setTimeout(() => {
    isStalled = isTimerStalled(performance.now() - startedAt - delayMs, delayMs)
    setImmediate(hedge)
  }, delayMs)
  return {
    /** Whether the timer itself was late, so that no endpoint counts as late. */
    isStalled: () => isStalled,
    stop: () => clearTimeout(timer),
  }
}
