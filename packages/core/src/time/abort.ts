import type { Cancellation } from './cancel.ts'

/**
 * Calls `listener` with the reason of the first signal that aborts, or at once if one already has. Returns a function that removes
 * the listener.
 */
export function onAbort(
  signals: readonly (Cancellation | undefined)[],
  listener: (reason: unknown) => void,
): () => void {
  const bound = signals.flatMap((signal) => {
    if (signal === undefined) return []
    const abort = () => listener(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    return [() => signal.removeEventListener('abort', abort)]
  })
  return () => {
    for (const off of bound) off()
  }
}
