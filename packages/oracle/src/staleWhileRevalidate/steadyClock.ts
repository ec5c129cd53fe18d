import type { Clock } from '@outrigger/core'
import { monotonicClock, systemClock } from '@outrigger/core/internal'

/** Returns a clock for durations. The system clock may be set back, so it is replaced. A custom clock is used as it is. */
export function toSteadyClock(clock: Clock): Clock {
  return clock === systemClock ? monotonicClock : clock
}
