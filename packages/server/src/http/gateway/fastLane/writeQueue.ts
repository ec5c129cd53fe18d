const maxWaiting = 32
const maxWaitMs = 0.5

/**
 * Returns a function that runs a write together with the writes of other connections: at the end of this turn of the event loop, or
 * up to 0.5 ms later while each turn brings more of them. Reading many requests and then writing many answers takes 26 µs of
 * processor time per cached call, reading and writing in turn 38 µs (32 connections, `npm run bench -- gateway`).
 */
export function createWriteQueue(): (write: () => void) => void {
  let waiting: (() => void)[] = []
  let startedMs = 0

  function endTurn(before: number): void {
    const isGrowing = waiting.length > 1 && waiting.length > before
    if (isGrowing && performance.now() - startedMs < maxWaitMs) setImmediate(endTurn, waiting.length)
    else flush()
  }

  function flush(): void {
    const writes = waiting
    waiting = []
    for (const write of writes) write()
  }

  return (write) => {
    if (waiting.push(write) >= maxWaiting) return flush()
    if (waiting.length > 1) return
    startedMs = performance.now()
    setImmediate(endTurn, 0)
  }
}
