/** What is done once at the end of a turn of the event loop. */
export type Turn = {
  /** There is something to do in this turn. */
  begin(): void
  /** Does it now. */
  end(): void
  /** Calls back when it is done, in order. */
  afterEnd(then: () => void): void
}

export function createTurn(work: () => void): Turn {
  let waiting: (() => void)[] = []
  let isBegun = false

  function begin(): void {
    if (isBegun) return
    isBegun = true
    setImmediate(() => {
      isBegun = false
      end()
    })
  }
  function end(): void {
    work()
    if (waiting.length === 0) return
    const ready = waiting
    waiting = []
    for (const then of ready) then()
  }
  return {
    begin,
    end,
    afterEnd(then) {
      waiting.push(then)
      begin()
    },
  }
}
