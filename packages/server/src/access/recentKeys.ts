import { type Clock, sleep } from '@outrigger/core'
import { createCache } from '@outrigger/core/internal'

/** How long a cached key is used without reading it again. With `patienceMs`, a revocation takes effect within a second. */
const freshMs = 400
/** How long to wait for the store before using the cached key. */
const patienceMs = 300
/** How long cached keys remain usable while the store does not respond. */
const keptMs = 600_000
const maxKeys = 10_000

type Recent<value> = { readonly value: value | undefined; readonly readAtMs: number }

/** A cache of keys from a store on another machine. */
export type RecentKeys<value> = {
  get(id: string): Promise<value | undefined>
  /** Expires one key, or all keys for null, so that the next `get` reads the store. */
  expire(id: string | null): void
}

/**
 * Caches keys from a store on another machine. Concurrent requests share one read, and cached keys work while the store does not
 * respond. A key that was not requested in the last ten minutes is then unknown.
 */
export function createRecentKeys<value>(
  read: (id: string) => Promise<value | undefined>,
  clock: Clock,
): RecentKeys<value> {
  const recent = createCache<Recent<value>>({ max: maxKeys, ttlMs: keptMs, clock })
  const reading = new Map<string, Promise<value | undefined>>()
  const expired = new Set<string>()
  let allExpiredAtMs = Number.NEGATIVE_INFINITY

  function refresh(id: string): Promise<value | undefined> {
    const running = reading.get(id)
    if (running !== undefined) return running
    const result = read(id)
      .then((value) => {
        // A read that began before a change may return the old key.
        if (reading.get(id) !== result) return value
        expired.delete(id)
        recent.set(id, { value, readAtMs: clock.now() })
        return value
      })
      .finally(() => {
        if (reading.get(id) === result) reading.delete(id)
      })
    reading.set(id, result)
    return result
  }
  const isFresh = (id: string, { readAtMs }: Recent<value>) => {
    const ageMs = clock.now() - readAtMs
    return ageMs >= 0 && ageMs < freshMs && readAtMs > allExpiredAtMs && !expired.has(id)
  }
  return {
    async get(id) {
      const known = recent.get(id)
      if (known === undefined) return refresh(id)
      if (isFresh(id, known)) return known.value
      const { value } = known
      const control = new AbortController()
      const inTime = refresh(id).catch(() => value)
      const late = sleep(patienceMs, control.signal).then(() => value)
      return Promise.race([inTime, late]).finally(() => control.abort())
    },
    expire(id) {
      if (id === null) {
        allExpiredAtMs = clock.now()
        reading.clear()
      } else {
        reading.delete(id)
        // Only cached keys can expire, so the set never has more entries than the cache.
        if (recent.get(id) !== undefined) expired.add(id)
      }
    },
  }
}
