/** `primary` or `backup`: read from there within its lifetime · `cache`: older, because nobody answers any more. */
export type Source = 'primary' | 'backup' | 'cache'

/** Where a value came from and how old it is; part of every value this package serves. */
export type Freshness = {
  /** A value inside its lifetime keeps the source it was read from. */
  readonly source: Source
  /** True once the value outlived its lifetime because no provider answers. */
  readonly stale: boolean
  /** Lifetime: how long after `timestampMs` a new read is due. */
  readonly ttlMs: number
  /** When it was read, Unix milliseconds. */
  readonly timestampMs: number
}
