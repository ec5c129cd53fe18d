/** What is done once at the end of a turn of the event loop. */
export type Turn = {
  /** Does it now. */
  end(): void
  /** Calls back when it is done, at the end of this turn at the latest, in order. */
  afterEnd(then: () => void): void
}

export function createTurn(work: () => void): Turn {
  let waiting: (() => void)[] = []

  function end(): void {
    work()
    if (waiting.length === 0) return
    const ready = waiting
    waiting = []
    for (const then of ready) then()
  }
  return {
    end,
    afterEnd(then) {
      if (waiting.push(then) === 1) setImmediate(end)
    },
  }
}
