import type { Address, Hex } from 'viem'
import { toLower } from '../pool.ts'
import type { PoolBookBlock, PoolSnapshot } from './poolBookTypes.ts'
import { type PoolVersion, toPairKey } from './poolVersion.ts'

export function toSnapshot(block: PoolBookBlock | null, { states, pairs, neighbours }: PoolVersion): PoolSnapshot {
  const byTokens = (a: Address, b: Address) =>
    (pairs.get(toPairKey(toLower(a), toLower(b))) ?? []).flatMap((id) => states.get(id) ?? [])
  return {
    block,
    size: states.size,
    get: (id) => states.get(id.toLowerCase()) ?? null,
    byTokens,
    byToken(token) {
      const ids = (neighbours.get(toLower(token)) ?? []).flatMap(
        (other): readonly Hex[] => pairs.get(toPairKey(toLower(token), other)) ?? [],
      )
      // A pool of three tokens is with each of the two others.
      return [...new Set(ids)].flatMap((id) => states.get(id) ?? [])
    },
    neighbours: (token) => neighbours.get(toLower(token)) ?? [],
    values: () => states.values(),
  }
}
