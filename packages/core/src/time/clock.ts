/** Time as a dependency, so that tests of age and expiry need not wait. */
export type Clock = {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: Date.now }

/** Starts at the time of the system clock and never goes back. For rules about durations. */
export const monotonicClock: Clock = { now: () => performance.timeOrigin + performance.now() }
