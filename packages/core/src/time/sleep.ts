import type { Cancellation } from './cancel.ts'

/**
 * Resolves after `ms`, or at once when the signal aborts. Never rejects, so loops must check the signal.
 *
 * @example await sleep(250, signal)
 */
export function sleep(ms: number, signal?: Cancellation): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
  })
}
