import type { Clock } from '@outrigger/core'
import { monotonicClock, systemClock } from '@outrigger/core/internal'

/**
 * Returns a clock for durations. The system clock is replaced, because it may be set back. A custom clock is returned
 * unchanged.
 */
export function toSteadyClock(clock: Clock): Clock {
  return clock === systemClock ? monotonicClock : clock
}
