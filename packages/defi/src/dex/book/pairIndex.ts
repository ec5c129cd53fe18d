import type { Address, Hex } from 'viem'
import { toPairKey, toPairs } from './poolVersion.ts'

/** Ids of pools by pairs of tokens. */
type PairIndex = {
  add(id: Hex, tokens: readonly Address[]): void
  remove(id: Hex, tokens: readonly Address[]): void
  get(a: Address, b: Address): readonly Hex[]
}

export function createPairIndex(): PairIndex {
  // Most pairs have one pool. A list for each would use more memory than the pool.
  const pairs = new Map<string, Hex | readonly Hex[]>()
  const toIds = (ids: Hex | readonly Hex[] | undefined): readonly Hex[] =>
    ids === undefined ? [] : typeof ids === 'string' ? [ids] : ids
  return {
    add(id, tokens) {
      for (const [a, b] of toPairs(tokens)) {
        const key = toPairKey(a, b)
        const before = pairs.get(key)
        pairs.set(key, before === undefined ? id : [...toIds(before), id])
      }
    },
    remove(id, tokens) {
      for (const [a, b] of toPairs(tokens)) {
        const key = toPairKey(a, b)
        const rest = toIds(pairs.get(key)).filter((one) => one !== id)
        if (rest.length === 0) pairs.delete(key)
        else pairs.set(key, rest)
      }
    },
    get: (a, b) => toIds(pairs.get(toPairKey(a, b))),
  }
}
