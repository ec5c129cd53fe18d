import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'

/** Pools of a chain at one block, e.g. a snapshot of the pool book. */
export type PoolSnapshot = {
  /** Block of the pool states. Null before the first block. `timestamp` is in Unix seconds. */
  readonly block: { readonly number: bigint; readonly timestamp?: bigint } | null
  /** Returns null for unknown pools. */
  get(id: Hex): PoolState | null
  /** Returns all pools that trade the two tokens. */
  byTokens(a: Address, b: Address): readonly PoolState[]
  byToken(token: Address): readonly PoolState[]
  /** Returns pools of `from` with a token that trades with `to`. May be a selection if there are thousands. */
  bridges(from: Address, to: Address): readonly PoolState[]
}

/**
 * Creates a snapshot from a list of pools.
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
