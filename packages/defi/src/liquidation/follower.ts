import { createWakeup } from '../follow/wakeup.ts'

const retryMs = { min: 100, max: 2_000 }

export type FollowerOptions<item> = {
  /** False: it is not done and is tried again, with the next item if one comes before. */
  readonly look: (item: item) => Promise<boolean>
  readonly onFailure: (item: item, cause: unknown) => void
  readonly signal: AbortSignal
}

export type Follower<item> = {
  see(item: item): void
  /** Resolves when what has been seen by now was looked at, or failed; never after the signal. */
  catchUp(): Promise<void>
}

/** Processes one item at a time; of those that come meanwhile only the latest is kept. What fails is tried again. */
export function createFollower<item>({ look, onFailure, signal }: FollowerOptions<item>): Follower<item> {
  let latest: { readonly item: item } | null = null
  let [seen, looked] = [0, 0]
  let isLooking = false
  const wakeup = createWakeup(signal)
  let waiting: { readonly upTo: number; readonly resolve: () => void }[] = []

  function advanceTo(count: number): void {
    looked = count
    for (const { upTo, resolve } of waiting) if (upTo <= looked) resolve()
    waiting = waiting.filter(({ upTo }) => upTo > looked)
  }

  async function follow(): Promise<void> {
    isLooking = true
    let delayMs = retryMs.min
    for (let isDone = false; latest !== null && (!isDone || looked < seen) && !signal.aborted; ) {
      wakeup.reset()
      const [{ item }, upTo]: [{ item: item }, number] = [latest, seen]
      try {
        isDone = await look(item)
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
    isLooking = false
  }

  return {
    see(item) {
      latest = { item }
      seen += 1
      wakeup.wake()
      if (!isLooking) void follow()
    },
    catchUp: () =>
      new Promise((resolve) => {
        waiting.push({ upTo: seen, resolve })
        advanceTo(looked)
      }),
  }
}
