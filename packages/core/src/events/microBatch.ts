import { callSafely } from './callSafely.ts'

export type MicroBatch<item> = {
  add(item: item): void
  /** Works on what waits now. */
  flush(): void
}

/** In a longer run of code, what came first does not wait for its end. */
const longRunMs = 4

/**
 * Works on items together when the code that adds them has run, as after a chunk of a socket with dozens of messages: a step
 * that is done for all of them before the next step finds its code and data in the processor's caches. What `work` throws is
 * reported as uncaught, after the items behind it.
 *
 * @example
 * const batch = createMicroBatch<MempoolTransaction>((entry) => detector.find(entry))
 * watcher.on('transaction', batch.add)
 */
export function createMicroBatch<item>(
  work: (item: item) => void,
  nowMs: () => number = () => performance.now(),
): MicroBatch<item> {
  let waiting: item[] = []
  let firstMs = 0

  function flush(): void {
    const items = waiting
    waiting = []
    for (const item of items) callSafely(work, item)
  }

  return {
    flush,
    add(item) {
      if (waiting.length === 0) {
        firstMs = nowMs()
        queueMicrotask(flush)
      }
      waiting.push(item)
      if (nowMs() - firstMs > longRunMs) flush()
    },
  }
}
