import type { Lull } from './lull.ts'

/** Queues low-priority work. Processes a few items per turn of the event loop, between bursts of transactions. */
export type IdleQueue<item> = {
  /** Appends items. An item that is already queued does not move. */
  add(items: Iterable<item>): void
  /** Puts items at the front of the queue. */
  addFirst(items: Iterable<item>): void
}

export type IdleQueueOptions<item> = {
  readonly lull: Lull
  readonly signal: AbortSignal
  readonly work: (items: readonly item[]) => void
  /** @default 1 */
  readonly perTurn?: number
}

export function createIdleQueue<item>(options: IdleQueueOptions<item>): IdleQueue<item> {
  const { lull, signal, work, perTurn = 1 } = options
  let waiting = new Set<item>()
  let isRunning = false

  function take(): readonly item[] {
    const taken: item[] = []
    for (const one of waiting) {
      if (taken.length === perTurn) break
      taken.push(one)
      waiting.delete(one)
    }
    return taken
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      while (waiting.size > 0 && !signal.aborted) await runThroughWaiting()
    } finally {
      isRunning = false
    }
  }

  /**
   * Processes the items that are queued at the start. Later items get a new lull with its own waiting time. With a single lull, a
   * queue that never empties would stop giving way to transactions.
   */
  async function runThroughWaiting(): Promise<void> {
    const rest = lull.begin(signal)
    await rest()
    for (let left = waiting.size; left > 0 && waiting.size > 0 && !signal.aborted; left -= perTurn) {
      work(take())
      await rest()
    }
  }

  return {
    add(items) {
      for (const item of items) waiting.add(item)
      void run()
    },
    addFirst(items) {
      waiting = new Set([...items, ...waiting])
      void run()
    },
  }
}
