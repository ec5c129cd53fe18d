import type { Lull } from './lull.ts'

/** Work that can wait, a few items in each turn of the event loop and between bursts of transactions. */
export type IdleQueue<item> = {
  /** An item that waits already keeps its place. */
  add(items: Iterable<item>): void
  /** Before those that wait. */
  addFirst(items: Iterable<item>): void
}

export type IdleQueueOptions<item> = {
  readonly lull: Lull
  readonly signal: AbortSignal
  readonly work: (items: readonly item[]) => void
  /** @default 1 */
  readonly perTurn?: number
  /** Whether the first items are worked on before they are added to an empty queue returns. @default false */
  readonly startsAtOnce?: boolean
}

export function createIdleQueue<item>(options: IdleQueueOptions<item>): IdleQueue<item> {
  const { lull, signal, work, perTurn = 1, startsAtOnce = false } = options
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

  /** What comes meanwhile has its own patience: else a queue that is never empty would not give way any more. */
  async function runThroughWaiting(): Promise<void> {
    const rest = lull.begin(signal)
    if (!startsAtOnce) await rest()
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
