/** Time as a dependency, so that rules about age and expiry are tested without waiting. */
export type Clock = {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: Date.now }

/** Starts at the time of the system clock and never goes back: for rules about durations. */
export const monotonicClock: Clock = { now: () => performance.timeOrigin + performance.now() }
