/** The newest of what comes in, each once, however fast it comes. */
export type Latest<T> = {
  add(one: T): void
  /** Newest first, at most as many as are kept; what came since is in it from now on. */
  take(): readonly T[]
  /** How many came since the last `take`. */
  waiting(): number
  /** How many came at all. */
  seen(): number
}

/**
 * Keeps the newest values in order.
 *
 * @param most are kept
 * @param toKey a later value takes the place of an earlier one with the same key
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
