import { sleep } from '@outrigger/core'

/** A pause that another part of the program can end early. */
export type Wakeup = {
  /** Ends the current pause, or skips the next one. */
  wake(): void
  /** Clears an earlier `wake()`. */
  reset(): void
  /** Resolves after `ms` milliseconds, after a `wake()` since the last reset, or when the signal aborts. */
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
