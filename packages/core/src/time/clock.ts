/** Time as a dependency, so that rules about age and expiry are tested without waiting. */
export type Clock = {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: Date.now }
