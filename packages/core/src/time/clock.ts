/** Time as a dependency, so that rules about age and expiry are tested without waiting. */
export type Clock = {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: Date.now }

/** Dated like the system clock when the process began, and never set back: for rules about how long something lasts. */
export const monotonicClock: Clock = { now: () => performance.timeOrigin + performance.now() }
