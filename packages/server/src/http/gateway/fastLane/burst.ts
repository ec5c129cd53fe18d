/** Writes that leave together. */
export type Burst = {
  /** A request is being answered. */
  expect(): void
  /** Writes its answer, now or at the end of this turn of the event loop. */
  answer(write: () => void): void
}

const maxBurst = 12

/**
 * Holds back answers while others are still expected, to the end of the turn: writing to many callers at once costs less
 * than reading and writing by turns.
 *
 * @param beforeWrites called once for all of them
 */
export function createBurst(beforeWrites: () => void = () => {}): Burst {
  const waiting: (() => void)[] = []
  let flushing: NodeJS.Immediate | undefined
  let expected = 0

  function flush(): void {
    clearImmediate(flushing)
    flushing = undefined
    beforeWrites()
    for (const write of waiting.splice(0)) write()
  }

  return {
    expect() {
      expected += 1
    },
    answer(write) {
      expected -= 1
      flushing ??= expected > 0 ? setImmediate(flush) : undefined
      if (waiting.push(write) >= maxBurst || flushing === undefined) flush()
    },
  }
}
