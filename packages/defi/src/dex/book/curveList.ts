import type { Address, Hex } from 'viem'
import type { KnownPool } from './knownPool.ts'
import { toListedPool } from './listedPools.ts'
import type { ListQuery, ListResult, PoolList } from './listTypes.ts'

/** The list is counted again after this number of blocks, even without logs of its factory. */
const recountInterval = 100n

/** The pools that one factory lists, as far as they have been read. */
export type CurveList = {
  /** Number of open queries. */
  readonly waiting: number
  queries(): Iterable<ListQuery>
  /** Returns new pools. */
  applyResult(blockNumber: bigint, result: Exclude<ListResult, { readonly type: 'name' }>): readonly KnownPool[]
  /** Returns the ids of pools that have left the list or changed since the last call. */
  takeRemoved(): readonly Hex[]
  note(blockNumber: bigint): void
  recount(): void
  undo(blockNumber: bigint): void
}

/** An entry, with the block it was read at. */
type Entry = { readonly pool: Address; readonly readAt: bigint }

export function createCurveList(list: PoolList, searchHistory: boolean): CurveList {
  let entries: readonly Entry[] = []
  /** Entries before this one are not queried. */
  let first: number | null = searchHistory ? 0 : null
  /** Null if it must be queried. */
  let count: number | null = null
  let countedAt: bigint | null = null
  /** Pools whose coins are unknown. */
  const withoutCoins = new Set<Address>()
  const known = new Map<Hex, KnownPool>()
  /** Pools whose entries were removed by a reorg, until the list is complete again. */
  const suspect = new Set<Hex>()
  const gone: Hex[] = []
  const toNext = () => (first ?? 0) + entries.length
  const toMissing = () => (count === null ? 1 : Math.max(0, count - toNext()))

  function addEntry(blockNumber: bigint, index: number, pool: Address | null): void {
    // An entry after a failed one is queried again after the next count.
    if (index !== toNext()) return
    if (pool === null) {
      count = index
      return
    }
    entries = [...entries, { pool, readAt: blockNumber }]
    withoutCoins.add(pool)
  }

  function addPool(pool: KnownPool): KnownPool {
    const before = known.get(pool.id)
    known.set(pool.id, pool)
    suspect.delete(pool.id)
    if (before && before.tokens.join() !== pool.tokens.join()) gone.push(pool.id)
    return pool
  }

  return {
    get waiting() {
      return toMissing() + withoutCoins.size
    },
    *queries() {
      if (count === null) yield { type: 'count', list }
      else for (let index = toNext(); index < count; index += 1) yield { type: 'entry', list, index }
      for (const pool of withoutCoins) yield { type: 'coins', list, pool }
    },
    applyResult(blockNumber, result) {
      if (result.type === 'count') {
        count = result.count ?? 0
        first = Math.min(first ?? count, count)
        countedAt = blockNumber
      } else if (result.type === 'entry') addEntry(blockNumber, result.index, result.pool)
      else if (withoutCoins.delete(result.pool) && result.coins)
        return [addPool(toListedPool(list, result.pool, result.coins))]
      return []
    },
    takeRemoved() {
      if (suspect.size > 0 && toMissing() + withoutCoins.size === 0) {
        gone.push(...suspect)
        for (const id of suspect) known.delete(id)
        suspect.clear()
      }
      return gone.splice(0)
    },
    note(blockNumber) {
      if (countedAt !== null && blockNumber >= countedAt + recountInterval) count = null
    },
    recount() {
      count = null
    },
    undo(blockNumber) {
      const left = entries.filter(({ readAt }) => readAt < blockNumber)
      for (const { pool } of entries.slice(left.length)) {
        withoutCoins.delete(pool)
        if (known.has(pool)) suspect.add(pool)
      }
      entries = left
      count = null
    },
  }
}
