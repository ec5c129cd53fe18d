import type { Hex } from 'viem'

/** The pools whose state is stored, in the order in which they are evicted. */
export type KeptPools = {
  readonly size: number
  has(id: Hex): boolean
  /** Marks a pool as touched by a log. */
  touch(id: Hex): void
  /** Marks a pool as requested by a caller. */
  request(id: Hex): void
  delete(id: Hex): void
  isRequested(id: Hex): boolean
  ids(): Iterable<Hex>
  /** Returns the pools that were added, removed or requested since the last call. */
  takeChanged(): readonly Hex[]
  /**
   * Evicts the pools above the limit. Pools that were only touched go before requested ones, so chain activity cannot
   * evict requested pools.
   */
  evict(): readonly Hex[]
}

export function createKeptPools(maxPools: number): KeptPools {
  /** Each set has the pool touched longest ago first. */
  const [touched, requested] = [new Set<Hex>(), new Set<Hex>()]

  const changed = new Set<Hex>()

  function move(group: Set<Hex>, id: Hex): void {
    if (!group.delete(id)) changed.add(id)
    group.add(id)
  }

  return {
    get size() {
      return touched.size + requested.size
    },
    has: (id) => touched.has(id) || requested.has(id),
    touch: (id) => move(requested.has(id) ? requested : touched, id),
    request(id) {
      touched.delete(id)
      move(requested, id)
    },
    delete(id) {
      if (touched.delete(id) || requested.delete(id)) changed.add(id)
    },
    isRequested: (id) => requested.has(id),
    *ids() {
      yield* requested
      yield* touched
    },
    evict() {
      const given: Hex[] = []
      for (const group of [touched, requested])
        for (const id of group) {
          if (touched.size + requested.size <= maxPools) return given
          group.delete(id)
          changed.add(id)
          given.push(id)
        }
      return given
    },
    takeChanged() {
      const ids = [...changed]
      changed.clear()
      return ids
    },
  }
}
