import { setImmediate } from 'node:timers/promises'
import { sleep } from '@outrigger/core'

/** Delays low-priority work while transactions arrive. */
export type Lull = {
  /** Records the arrival of a transaction. */
  note(): void
  /**
   * Starts a series of work slices. Call the returned function between two slices. Its promise resolves when no transaction has
   * arrived for 3 ms. One series waits at most 250 ms in total, and then only yields to the event loop.
   */
  begin(signal: AbortSignal): () => Promise<void>
}

/** Transactions of one burst arrive at shorter intervals. */
const momentMs = 3
const patienceMs = 250

const realTime = { nowMs: () => performance.now(), wait: (ms: number) => sleep(ms) }

export function createLull({ nowMs, wait } = realTime): Lull {
  let cameAtMs = Number.NEGATIVE_INFINITY
  return {
    note() {
      cameAtMs = nowMs()
    },
    begin(signal) {
      let leftMs = patienceMs
      return async () => {
        await setImmediate()
        while (leftMs > 0 && !signal.aborted && nowMs() - cameAtMs < momentMs) {
          leftMs -= momentMs
          await wait(momentMs)
        }
      }
    },
  }
}
