/** Runs tasks one after the other, in the order they were added. */
type SerialQueue<task> = {
  add(task: task): void
  /** Whether a waiting task meets a condition. The running task does not count. */
  hasWaiting(condition: (task: task) => boolean): boolean
}

/** @param run must not reject */
export function createSerialQueue<task>(run: (task: task) => Promise<void>, signal: AbortSignal): SerialQueue<task> {
  const waiting: task[] = []
  let isRunning = false

  async function runAll(): Promise<void> {
    isRunning = true
    for (let task = waiting.shift(); task !== undefined && !signal.aborted; task = waiting.shift()) await run(task)
    isRunning = false
  }

  return {
    add(task) {
      waiting.push(task)
      if (!isRunning) void runAll()
    },
    hasWaiting: (condition) => waiting.some(condition),
  }
}
