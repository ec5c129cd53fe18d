import type { Address, Hex } from 'viem'
import type { KnownPool } from './knownPool.ts'
import { toListedPool } from './listedPools.ts'
import type { ListAnswer, ListQuestion, PoolList } from './listTypes.ts'

/** The list is counted again after so many blocks, whatever its factory logs. */
const recountInterval = 100n

/** What one factory lists, as far as it has been read. */
export type CurveList = {
  /** Open questions. */
  readonly waiting: number
  questions(): Iterable<ListQuestion>
  /** Returns pools that are new. */
  take(blockNumber: bigint, answer: Exclude<ListAnswer, { readonly ask: 'name' }>): readonly KnownPool[]
  /** Ids of pools that have left the list, or are others now, since this was last asked. */
  takeGone(): readonly Hex[]
  note(blockNumber: bigint): void
  recount(): void
  undo(blockNumber: bigint): void
}

/** An entry with the block at which it was read. */
type Entry = { readonly pool: Address; readonly seenAt: bigint }

export function createCurveList(list: PoolList, searchHistory: boolean): CurveList {
  let entries: readonly Entry[] = []
  /** Entries before this one are not asked for. */
  let first: number | null = searchHistory ? 0 : null
  /** Null where it is to be asked for. */
  let count: number | null = null
  let countedAt: bigint | null = null
  /** Pools whose coins are not known. */
  const bare = new Set<Address>()
  const known = new Map<Hex, KnownPool>()
  /** Pools of entries that have left the chain, until the list is whole again. */
  const doubted = new Set<Hex>()
  const gone: Hex[] = []
  const toNext = () => (first ?? 0) + entries.length
  const toMissing = () => (count === null ? 1 : Math.max(0, count - toNext()))

  function takeEntry(blockNumber: bigint, index: number, pool: Address | null): void {
    // An entry without an answer, or behind one, waits for the next count.
    if (index !== toNext()) return
    if (pool === null) {
      count = index
      return
    }
    entries = [...entries, { pool, seenAt: blockNumber }]
    bare.add(pool)
  }

  function takePool(pool: KnownPool): readonly KnownPool[] {
    const before = known.get(pool.id)
    known.set(pool.id, pool)
    doubted.delete(pool.id)
    if (before && before.tokens.join() !== pool.tokens.join()) gone.push(pool.id)
    return [pool]
  }

  return {
    get waiting() {
      return toMissing() + bare.size
    },
    *questions() {
      if (count === null) yield { ask: 'count', list }
      else for (let index = toNext(); index < count; index += 1) yield { ask: 'entry', list, index }
      for (const pool of bare) yield { ask: 'coins', list, pool }
    },
    take(blockNumber, answer) {
      if (answer.ask === 'count') {
        count = answer.count ?? 0
        first = Math.min(first ?? count, count)
        countedAt = blockNumber
      } else if (answer.ask === 'entry') takeEntry(blockNumber, answer.index, answer.pool)
      else if (bare.delete(answer.pool) && answer.coins) return takePool(toListedPool(list, answer.pool, answer.coins))
      return []
    },
    takeGone() {
      if (doubted.size > 0 && toMissing() + bare.size === 0) {
        gone.push(...doubted)
        for (const id of doubted) known.delete(id)
        doubted.clear()
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
      const left = entries.filter(({ seenAt }) => seenAt < blockNumber)
      for (const { pool } of entries.slice(left.length)) {
        bare.delete(pool)
        if (known.has(pool)) doubted.add(pool)
      }
      entries = left
      count = null
    },
  }
}
