import { LRUCache } from 'lru-cache'

type Options<key, value> = {
  /** Lifetime of an entry after it was set. @default forever */
  readonly ttlMs?: number
  /** Called with each entry before it is dropped. */
  readonly dispose?: LRUCache.Disposer<key, value>
}

/**
 * Creates a map of at most `max` entries that evicts the least recently used entry. It sets `maxSize`. With `max`
 * alone, `lru-cache` allocates arrays for all entries at once and clears them whenever the last entry is deleted,
 * which takes 0.2 ms for 100,000 entries.
 */
export function createBoundedMap<key extends string | number, value extends object | string | number | boolean>(
  max: number,
  { ttlMs = 0, dispose }: Options<key, value> = {},
): LRUCache<key, value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1, ttl: ttlMs, ...(dispose && { dispose }) })
}
