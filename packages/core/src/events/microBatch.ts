import { callSafely } from './callSafely.ts'

export type MicroBatch<item> = {
  add(item: item): void
  /** Processes the waiting items now. */
  flush(): void
}

/** The batch processes its items after this time, even if the code that adds them is still running. */
const longRunMs = 4

/**
 * Creates a batch that processes items together after the code that adds them has run, for example after a socket chunk with
 * dozens of messages. Processing similar items in a row makes better use of the processor's caches. An error from `work`
 * becomes an uncaught error and does not stop the remaining items.
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
