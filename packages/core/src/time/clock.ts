/** Time as a dependency, so that tests of age and expiry need not wait. */
export type Clock = {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: Date.now }

/** A clock that starts at the time of the system clock and never goes back. Use it to measure durations. */
export const monotonicClock: Clock = { now: () => performance.timeOrigin + performance.now() }
