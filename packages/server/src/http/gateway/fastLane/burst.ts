/** Writes that leave together. */
export type Burst = {
  /** Writes an answer, at the end of this turn of the event loop at the latest. */
  answer(write: () => void): void
}

/** So many callers get their answers before those after them are read. */
const maxBurst = 32

/**
 * Holds answers back to the end of the turn: one write brings all their calls into the journal, and writing to many callers
 * at once costs less than reading and writing by turns.
 *
 * @param beforeWrites called once for all of them
 */
export function createBurst(beforeWrites: () => void = () => {}): Burst {
  let waiting: (() => void)[] = []
  let flushing: NodeJS.Immediate | undefined

  function flush(): void {
    clearImmediate(flushing)
    flushing = undefined
    const writes = waiting
    waiting = []
    beforeWrites()
    for (const write of writes) write()
  }

  return {
    answer(write) {
      flushing ??= setImmediate(flush)
      if (waiting.push(write) >= maxBurst) flush()
    },
  }
}
