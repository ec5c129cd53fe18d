const slackMs = 5

/**
 * Calls `hedge` when an answer is late. A timer that comes late itself says that this process was busy: answers may be
 * waiting, and are read first.
 */
export function startHedgeTimer(delayMs: number, hedge: () => void) {
  const startedAt = performance.now()
  let isStalled = false
  const timer = setTimeout(() => {
    isStalled = performance.now() - startedAt > 1.5 * delayMs + slackMs
    setImmediate(hedge)
  }, delayMs)
  return {
    /** Whether it came so late that nobody else can be called late. */
    isStalled: () => isStalled,
    stop: () => clearTimeout(timer),
  }
}
