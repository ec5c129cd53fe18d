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

/**
 * Reads keys of a store on another machine: once for all requests of a moment, and from memory while it does not answer.
 * A key that was not asked for in the last ten minutes is not known then.
 */
export function createRecentKeys<value>(
  read: (id: string) => Promise<value | undefined>,
  clock: Clock,
): (id: string) => Promise<value | undefined> {
  const recent = createCache<Recent<value>>({ max: maxKeys, ttlMs: keptMs, clock })
  const reading = new Map<string, Promise<value | undefined>>()

  function refresh(id: string): Promise<value | undefined> {
    const running = reading.get(id)
    if (running !== undefined) return running
    const result = read(id)
      .then((value) => {
        recent.set(id, { value, readAtMs: clock.now() })
        return value
      })
      .finally(() => reading.delete(id))
    reading.set(id, result)
    return result
  }
  return async (id) => {
    const known = recent.get(id)
    if (known === undefined) return refresh(id)
    const ageMs = clock.now() - known.readAtMs
    if (ageMs >= 0 && ageMs < freshMs) return known.value
    const { value } = known
    const control = new AbortController()
    const inTime = refresh(id).catch(() => value)
    const late = sleep(patienceMs, control.signal).then(() => value)
    return Promise.race([inTime, late]).finally(() => control.abort())
  }
}
