import { LRUCache } from 'lru-cache'

type Options<key, value> = {
  /** How long an entry lives from when it was set. @default for ever */
  readonly ttlMs?: number
  /** Called with each entry that leaves, before it is dropped. */
  readonly dispose?: LRUCache.Disposer<key, value>
}

/**
 * A map of at most `max` entries; the least recently used goes first. `lru-cache` allocates arrays for `max` at once, and
 * clears all of them whenever the last entry is deleted: for 100,000 that is 0.2 ms each time. For `maxSize` they grow with
 * what is in them.
 */
export function createBoundedMap<key extends string | number, value extends object | string | number | boolean>(
  max: number,
  { ttlMs = 0, dispose }: Options<key, value> = {},
): LRUCache<key, value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1, ttl: ttlMs, ...(dispose && { dispose }) })
}
