import type { Hex } from 'viem'

/** The pools whose state is held, and in which order they are given up. */
export type KeptPools = {
  readonly size: number
  has(id: Hex): boolean
  /** A log has touched it. */
  touch(id: Hex): void
  /** It is asked for. */
  want(id: Hex): void
  delete(id: Hex): void
  isWanted(id: Hex): boolean
  ids(): Iterable<Hex>
  /** Which have come, gone or become wanted since this was last asked. */
  takeChanged(): readonly Hex[]
  /** Gives up as many as are too many: those only touched go before those wanted, whatever anybody does on chain. */
  evict(): readonly Hex[]
}

export function createKeptPools(maxPools: number): KeptPools {
  /** Each with the one touched longest ago first. */
  const [touched, wanted] = [new Set<Hex>(), new Set<Hex>()]

  const changed = new Set<Hex>()

  function move(group: Set<Hex>, id: Hex): void {
    if (!group.delete(id)) changed.add(id)
    group.add(id)
  }

  return {
    get size() {
      return touched.size + wanted.size
    },
    has: (id) => touched.has(id) || wanted.has(id),
    touch: (id) => move(wanted.has(id) ? wanted : touched, id),
    want(id) {
      touched.delete(id)
      move(wanted, id)
    },
    delete(id) {
      if (touched.delete(id) || wanted.delete(id)) changed.add(id)
    },
    isWanted: (id) => wanted.has(id),
    *ids() {
      yield* wanted
      yield* touched
    },
    evict() {
      const given: Hex[] = []
      for (const group of [touched, wanted])
        for (const id of group) {
          if (touched.size + wanted.size <= maxPools) return given
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
