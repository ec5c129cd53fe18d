import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../time/clock.ts'

export type CacheOptions = {
  /** Maximum number of entries. The least recently used one is evicted. */
  readonly max: number
  /** Lifetime of an entry after it was set, however often it is read. @default forever */
  readonly ttlMs?: number
  readonly clock?: Clock
}

/** A cache of values by key, limited in number and age. */
export type Cache<value> = {
  get(key: string): value | undefined
  set(key: string, value: value): void
  delete(key: string): boolean
  clear(): void
  readonly size: number
}

/**
 * Creates a bounded cache.
 * @example
 * const symbols = createCache<string>({ max: 10_000, ttlMs: 60_000 })
 */
export function createCache<value extends object | string | number | bigint>(options: CacheOptions): Cache<value> {
  const { max, ttlMs = 0, clock = systemClock } = options
  // Bounded like `createBoundedMap`. lru-cache treats a start time of 0 as "none", hence the offset; it only subtracts times.
  const entries = new LRUCache<string, value>({
    maxSize: max,
    sizeCalculation: () => 1,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now: () => clock.now() + 1 },
  })
  return {
    get: (key) => entries.get(key),
    set: (key, value) => void entries.set(key, value),
    delete: (key) => entries.delete(key),
    clear: () => entries.clear(),
    get size() {
      return entries.size
    },
  }
}
