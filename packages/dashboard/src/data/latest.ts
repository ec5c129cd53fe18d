/** Collects the newest values of a fast stream, without duplicates. */
export type Latest<T> = {
  add(one: T): void
  /** Returns the newest values, newest first, including all values added since the last `take`. */
  take(): readonly T[]
  /** Number of values added since the last `take`. */
  waiting(): number
  /** Number of all values added. */
  seen(): number
}

/**
 * Creates a collection of the newest values.
 *
 * @param most maximum number of values
 * @param toKey returns the key of a value. A later value replaces an earlier one with the same key
 * @example
 * const latest = keepLatest<string>(2, (one) => one)
 * for (const one of ['a', 'b', 'c']) latest.add(one)
 * latest.take() // ['c', 'b']
 */
export function keepLatest<T>(most: number, toKey: (one: T) => string): Latest<T> {
  let taken: readonly T[] = []
  let fresh: T[] = []
  let waiting = 0
  let seen = 0
  return {
    add(one) {
      fresh.push(one)
      waiting += 1
      seen += 1
      if (fresh.length >= 2 * most) fresh = fresh.slice(-most)
    },
    take() {
      if (fresh.length > 0) {
        const byKey = new Map<string, T>()
        for (const one of [...fresh.reverse(), ...taken]) {
          if (byKey.size >= most) break
          const key = toKey(one)
          if (!byKey.has(key)) byKey.set(key, one)
        }
        taken = [...byKey.values()]
      }
      fresh = []
      waiting = 0
      return taken
    },
    waiting: () => waiting,
    seen: () => seen,
  }
}
