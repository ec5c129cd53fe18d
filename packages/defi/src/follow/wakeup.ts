import { sleep } from '@outrigger/core'

/** A pause that ends as soon as there is something to do. */
export type Wakeup = {
  /** Ends the present pause, or keeps the next one from beginning. */
  wake(): void
  /** Forgets what was woken for until now. */
  reset(): void
  /** Resolves after `ms`, when woken since the last reset, or when the signal aborts. */
  sleep(ms: number): Promise<void>
}

export function createWakeup(signal: AbortSignal): Wakeup {
  let isWoken = false
  let nap = new AbortController()
  function wake(): void {
    isWoken = true
    nap.abort()
  }
  signal.addEventListener('abort', wake, { once: true })
  return {
    wake,
    reset() {
      isWoken = false
    },
    async sleep(ms) {
      if (isWoken || signal.aborted) return
      nap = new AbortController()
      await sleep(ms, nap.signal)
    },
  }
}
