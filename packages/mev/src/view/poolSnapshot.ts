import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'

/** The pools of a chain as they are at one block. The pool book's snapshots are such; so is anything with these lookups. */
export type PoolSnapshot = {
  /** Null before the first block. `timestamp` in Unix seconds. */
  readonly block: { readonly number: bigint; readonly timestamp?: bigint } | null
  /** Null for pools that are not known. */
  get(id: Hex): PoolState | null
  /** Every pool that trades the two tokens with each other. */
  byTokens(a: Address, b: Address): readonly PoolState[]
  byToken(token: Address): readonly PoolState[]
  /** Pools of a token from which one more pool leads to another; of thousands, some. */
  bridges(from: Address, to: Address): readonly PoolState[]
}

/**
 * A snapshot of a list of pools.
 *
 * @example
 * const snapshot = toPoolSnapshot(pools, 21_000_000n)
 * snapshot.byTokens(weth, usdc)
 */
export function toPoolSnapshot(pools: Iterable<PoolState>, blockNumber: bigint): PoolSnapshot {
  const byId = new Map<Hex, PoolState>()
  const ofToken = new Map<Address, PoolState[]>()
  for (const pool of pools) {
    byId.set(pool.id, pool)
    for (const token of pool.tokens) {
      const list = ofToken.get(token)
      if (list) list.push(pool)
      else ofToken.set(token, [pool])
    }
  }
  const byToken = (token: Address) => ofToken.get(token) ?? []
  function byTokens(a: Address, b: Address): readonly PoolState[] {
    const [ofA, ofB] = [byToken(a), byToken(b)]
    return ofA.length < ofB.length
      ? ofA.filter(({ tokens }) => tokens.includes(b))
      : ofB.filter(({ tokens }) => tokens.includes(a))
  }
  return {
    block: { number: blockNumber },
    get: (id) => byId.get(id) ?? null,
    byToken,
    byTokens,
    bridges: (from, to) =>
      byToken(from).filter(({ tokens }) =>
        tokens.some((other) => other !== from && other !== to && byTokens(other, to).length > 0),
      ),
  }
}
