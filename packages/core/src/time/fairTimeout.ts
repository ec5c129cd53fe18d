/** If a timer fires later than this, the event loop was blocked. */
const blockedMs = 50

/**
 * Starts a timeout for an answer from outside. If this process was busy when the timeout ended, the answer may be
 * unread, or the request not even sent. In that case the timeout is extended once by the time that it was late, but
 * at most by `timeoutMs`.
 *
 * @returns a function that ends the timeout
 * @example
 * const clear = setFairTimeout(() => controller.abort(timedOut), 1_000)
 */
export function setFairTimeout(call: () => void, timeoutMs: number): () => void {
  const startedAt = performance.now()
  let timer = setTimeout(() => {
    const lateMs = performance.now() - startedAt - timeoutMs
    if (lateMs < blockedMs) call()
    else timer = setTimeout(call, Math.min(lateMs, timeoutMs))
  }, timeoutMs)
  return () => clearTimeout(timer)
}
