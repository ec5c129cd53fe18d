import { setImmediate } from 'node:timers/promises'
import { sleep } from '@outrigger/core'

/** Gives way to transactions that come: what can wait is done between them. */
export type Lull = {
  /** A transaction has come. */
  note(): void
  /**
   * For a row of slices: what is returned is called between two of them, and resolves when no transaction has come for a moment.
   * One row waits a quarter of a second in all; then the next turn of the event loop must do.
   */
  begin(signal: AbortSignal): () => Promise<void>
}

/** Transactions of one burst follow each other faster than that. */
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
