import { createBoundedMap } from '@outrigger/core/internal'
import type { Address, Hex } from 'viem'
import type { KnownPool } from './knownPool.ts'
import { toListedPool } from './listedPools.ts'
import type { ListQuery, ListResult, PoolList } from './listTypes.ts'

type CoinsResult = Extract<ListResult, { readonly type: 'coins' }>

/** Addresses that a factory is queried about because callers requested them. */
type RequestedListed = {
  /** Number of open queries. */
  readonly waiting: number
  queries(): Iterable<ListQuery>
  /** Does nothing for an address that was requested before. */
  request(address: Address): void
  has(address: Address): boolean
  /** Returns new pools. */
  applyResult(blockNumber: bigint, result: CoinsResult): readonly KnownPool[]
  /** Returns the ids of pools that have left the chain since the last call. */
  takeRemoved(): readonly Hex[]
  undo(blockNumber: bigint): void
}

const remembered = 10_000
/** Limits the queue because calldata can name any address. */
const maxWaiting = 500

export function createRequestedListed(list: PoolList): RequestedListed {
  const waiting = new Set<Address>()
  /** Results with the block they were read at. */
  const answered = createBoundedMap<Address, { readonly at: bigint; readonly isPool: boolean }>(remembered)
  const gone: Hex[] = []
  return {
    get waiting() {
      return waiting.size
    },
    *queries() {
      for (const pool of waiting) yield { type: 'coins', list, pool }
    },
    request(address) {
      if (!answered.has(address) && waiting.size < maxWaiting) waiting.add(address)
    },
    has: (address) => waiting.has(address),
    applyResult(blockNumber, { pool, coins }) {
      waiting.delete(pool)
      if (coins === null && answered.get(pool)?.isPool) gone.push(pool)
      answered.set(pool, { at: blockNumber, isPool: coins !== null })
      return coins === null ? [] : [toListedPool(list, pool, coins)]
    },
    takeRemoved: () => gone.splice(0),
    undo(blockNumber) {
      for (const [pool, { at }] of answered.entries() as Iterable<[Address, { readonly at: bigint }]>)
        if (at >= blockNumber) waiting.add(pool)
    },
  }
}
