import type { Address, Hex } from 'viem'
import { toTopicAddress } from '../logWords.ts'
import type { PoolLog } from '../poolKind.ts'
import type { KnownPool } from './knownPool.ts'
import type { NativeToken } from './nativeToken.ts'
import { createPairIndex } from './pairIndex.ts'

/** All known pools, up to a limit. */
export type PoolCatalog = {
  readonly size: number
  readonly evicted: number
  get(id: Hex): KnownPool | undefined
  /** Returns the pool of a log, if a contract of that pool emitted it. */
  find(log: PoolLog): KnownPool | undefined
  byTokens(a: Address, b: Address): readonly KnownPool[]
  add(pools: Iterable<KnownPool>): void
  /** Keeps a pool longer than pools that were touched before. */
  touch(id: Hex): void
  remove(ids: Iterable<Hex>): void
}

type PoolCatalogOptions = {
  readonly maxKnown: number
  /** Whether a pool's state is kept. Such pools are not evicted. */
  readonly isKept: (id: Hex) => boolean
  /** Replaces the native currency with its wrapped token. @default leave tokens unchanged */
  readonly wrap?: NativeToken['wrap']
}

export function createPoolCatalog({ maxKnown, isKept, wrap }: PoolCatalogOptions): PoolCatalog {
  /** The pool touched longest ago is first. */
  const pools = new Map<Hex, KnownPool>()
  const pairs = createPairIndex()
  const tokens = new Map<Address, Address>()
  let evicted = 0

  /** Stores each address once, however many pools use it. */
  function intern(token: Address): Address {
    const known = tokens.get(token)
    if (known) return known
    if (tokens.size > 2 * maxKnown) tokens.clear()
    tokens.set(token, token)
    return token
  }

  function addOne(named: KnownPool): void {
    if (pools.has(named.id)) return
    const pool = wrap ? wrap(named) : named
    const own = { ...pool, tokens: pool.tokens.map(intern) }
    pools.set(own.id, own)
    pairs.add(own.id, own.tokens)
  }

  function removeOne(id: Hex): void {
    const pool = pools.get(id)
    if (pool === undefined) return
    pools.delete(id)
    pairs.remove(id, pool.tokens)
  }

  function touch(id: Hex): void {
    const pool = pools.get(id)
    if (pool === undefined) return
    pools.delete(id)
    pools.set(id, pool)
  }

  function evict(): void {
    let passed = 0
    for (const id of pools.keys()) {
      if (pools.size <= maxKnown || passed > maxKnown) return
      passed += 1
      if (isKept(id)) touch(id)
      else {
        removeOne(id)
        evicted += 1
      }
    }
  }

  return {
    get size() {
      return pools.size
    },
    get evicted() {
      return evicted
    },
    get: (id) => pools.get(id),
    find({ address, topics }) {
      const own = pools.get(address)
      if (own) return own
      const topic = topics[1]
      // Pool id (Uniswap V4), pool address (Balancer v3), or the address at the start of the id (Balancer v2).
      const named =
        topic && (pools.get(topic) ?? pools.get(toTopicAddress(topic)) ?? pools.get(topic.slice(0, 42) as Hex))
      return named?.address === address ? named : undefined
    },
    byTokens: (a, b) => pairs.get(a, b).flatMap((id) => pools.get(id) ?? []),
    add(added) {
      for (const pool of added) addOne(pool)
      evict()
    },
    touch,
    remove(ids) {
      for (const id of ids) removeOne(id)
    },
  }
}
