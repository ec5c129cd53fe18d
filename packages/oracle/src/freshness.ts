/**
 * `primary` or `backup`: the provider that the value was read from, within its lifetime · `cache`: the value is
 * older, because no provider answers.
 */
export type Source = 'primary' | 'backup' | 'cache'

/** Adds source and age to a value. */
export const addFreshness = <value extends object>(value: value, freshness: Freshness): Readonly<value & Freshness> =>
  Object.freeze({ ...value, ...freshness })

/** Source and age of a value. Every value that this package serves includes them. */
export type Freshness = {
  /** Source of the value. It does not change within the value's lifetime. */
  readonly source: Source
  /** True if the value is older than its lifetime because no provider answers. */
  readonly stale: boolean
  /** Lifetime in ms. A new read is due this long after `timestampMs`. */
  readonly ttlMs: number
  /** Start of the read, Unix milliseconds. */
  readonly timestampMs: number
}
