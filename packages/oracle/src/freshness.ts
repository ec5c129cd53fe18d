/** `primary` or `backup`: read from there within its lifetime · `cache`: older, because no provider answers. */
export type Source = 'primary' | 'backup' | 'cache'

/** Adds source and age to a value. */
export const addFreshness = <value extends object>(value: value, freshness: Freshness): Readonly<value & Freshness> =>
  Object.freeze({ ...value, ...freshness })

/** Source and age of a value. Every value this package serves has them. */
export type Freshness = {
  /** A value inside its lifetime keeps the source it was read from. */
  readonly source: Source
  /** True if the value is older than its lifetime because no provider answers. */
  readonly stale: boolean
  /** Lifetime: a new read is due this long after `timestampMs`. */
  readonly ttlMs: number
  /** Start of the read, Unix milliseconds. */
  readonly timestampMs: number
}
