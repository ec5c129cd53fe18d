import { type Clock, sleep } from '@outrigger/core'
import { createCache } from '@outrigger/core/internal'

/** So long a key is taken for what it was; with the wait for the store a revocation is seen within a second. */
const freshMs = 400
/** So long the store may take before a key is taken for what it was. */
const patienceMs = 300
/** So long keys are known that the store does not report any more. */
const keptMs = 600_000
const maxKeys = 10_000

type Recent<value> = { readonly value: value | undefined; readonly readAtMs: number }

/** Keys of a store on another machine, as they were a moment ago. */
export type RecentKeys<value> = {
  get(id: string): Promise<value | undefined>
  /** A key has changed, or any of them: the next question is put to the store. */
  expire(id: string | null): void
}

/**
 * Reads keys of a store on another machine: once for all requests of a moment, and from memory while it does not answer.
 * A key that was not asked for in the last ten minutes is not known then.
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
        // A question from before a change may have the answer from before it.
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
        // Of no interest if it is not known here; and never more than there are of those.
        if (recent.get(id) !== undefined) expired.add(id)
      }
    },
  }
}
