import type { Clock } from '@outrigger/core'
import { monotonicClock, systemClock } from '@outrigger/core/internal'

/** What durations are measured with: the system's clock may be put back, one that was handed in is taken at its word. */
export function toSteadyClock(clock: Clock): Clock {
  return clock === systemClock ? monotonicClock : clock
}
