/** Later than that, something has held the event loop up. */
const heldUpMs = 50

/**
 * A timeout on somebody else's answer. Where this process was busy when it ended, the answer may lie unread, or the question
 * not even be sent: then it waits once more, for as long as it was late, at most for its whole time.
 *
 * @returns ends it
 * @example
 * const clear = setFairTimeout(() => controller.abort(timedOut), 1_000)
 */
export function setFairTimeout(call: () => void, timeoutMs: number): () => void {
  const startedAt = performance.now()
  let timer = setTimeout(() => {
    const lateMs = performance.now() - startedAt - timeoutMs
    if (lateMs < heldUpMs) call()
    else timer = setTimeout(call, Math.min(lateMs, timeoutMs))
  }, timeoutMs)
  return () => clearTimeout(timer)
}
