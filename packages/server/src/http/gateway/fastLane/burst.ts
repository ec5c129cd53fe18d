type Write = (nowMs: number) => void

/** Writes that leave together. */
export type Burst = {
  /**
   * Writes an answer: one alone at the end of this turn of the event loop, several when no more come up. `write` is given
   * the time of its burst.
   */
  answer(write: Write): void
}

/** So many callers get their answers before those after them are read. */
const maxBurst = 32
/** No answer waits longer for others, unless the event loop itself takes longer. */
const maxHeldMs = 0.5

/**
 * Holds answers back while more come up: one write brings all their calls into the journal, and writing to many callers at
 * once costs less than reading and writing by turns.
 *
 * @param beforeWrites called once for all of them
 */
export function createBurst(beforeWrites: () => void = () => {}): Burst {
  let waiting: Write[] = []
  let startedMs = 0
  /** So many waited at the end of the last turn. */
  let waited = 0
  let turnEnd: NodeJS.Immediate | undefined

  function endTurn(): void {
    const isGrowing = waiting.length > 1 && waiting.length > waited
    waited = waiting.length
    if (isGrowing && performance.now() - startedMs < maxHeldMs) turnEnd = setImmediate(endTurn)
    else flush()
  }
  function flush(): void {
    clearImmediate(turnEnd)
    turnEnd = undefined
    waited = 0
    const writes = waiting
    waiting = []
    beforeWrites()
    const nowMs = performance.now()
    for (const write of writes) write(nowMs)
  }

  return {
    answer(write) {
      if (turnEnd === undefined) {
        startedMs = performance.now()
        turnEnd = setImmediate(endTurn)
      }
      if (waiting.push(write) >= maxBurst) flush()
    },
  }
}
