import { createWakeup } from '../follow/wakeup.ts'

const retryMs = { min: 100, max: 2_000 }

export type FollowerOptions<item> = {
  /** Returns false to be retried later, with a newer item if one has arrived. */
  readonly process: (item: item) => Promise<boolean>
  readonly onFailure: (item: item, cause: unknown) => void
  readonly signal: AbortSignal
}

export type Follower<item> = {
  see(item: item): void
  /** Resolves when all items seen so far were processed or failed. Never resolves after the signal aborts. */
  catchUp(): Promise<void>
}

/**
 * Processes one item at a time. If several items arrive in the meantime, it keeps only the latest. Failed items are
 * retried.
 */
export function createFollower<item>({ process, onFailure, signal }: FollowerOptions<item>): Follower<item> {
  let latest: { readonly item: item } | null = null
  let [seen, processed] = [0, 0]
  let isRunning = false
  const wakeup = createWakeup(signal)
  let waiting: { readonly upTo: number; readonly resolve: () => void }[] = []

  function advanceTo(count: number): void {
    processed = count
    for (const { upTo, resolve } of waiting) if (upTo <= processed) resolve()
    waiting = waiting.filter(({ upTo }) => upTo > processed)
  }

  async function follow(): Promise<void> {
    isRunning = true
    let delayMs = retryMs.min
    for (let isDone = false; latest !== null && (!isDone || processed < seen) && !signal.aborted; ) {
      wakeup.reset()
      const [{ item }, upTo]: [{ item: item }, number] = [latest, seen]
      try {
        isDone = await process(item)
        if (isDone) advanceTo(upTo)
      } catch (cause) {
        isDone = false
        onFailure(item, cause)
        advanceTo(upTo)
      }
      if (isDone) delayMs = retryMs.min
      else {
        await wakeup.sleep(delayMs)
        delayMs = Math.min(retryMs.max, 2 * delayMs)
      }
    }
    isRunning = false
  }

  return {
    see(item) {
      latest = { item }
      seen += 1
      wakeup.wake()
      if (!isRunning) void follow()
    },
    catchUp: () =>
      new Promise((resolve) => {
        waiting.push({ upTo: seen, resolve })
        advanceTo(processed)
      }),
  }
}
