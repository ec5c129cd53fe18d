import type { Clock } from '@outrigger/core'

/**
 * A clock that is read once a turn of the event loop. A call is dated several times, and reading the time costs more than
 * taking a token.
 */
export function createTurnClock(clock: Clock): Clock {
  let nowMs: number | undefined
  const forget = () => {
    nowMs = undefined
  }
  return {
    now() {
      if (nowMs === undefined) {
        nowMs = clock.now()
        setImmediate(forget)
      }
      return nowMs
    },
  }
}
