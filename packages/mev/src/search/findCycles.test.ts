import type { PoolState } from '@outrigger/defi/internal'
import { describe, expect, it } from 'vitest'
import { toAddress, toPair } from '../fixtures/pools.ts'
import { findCycles } from './findCycles.ts'
import { findAllCycles, toKey } from './fixtures/exhaustive.ts'
import { createMarket } from './fixtures/markets.ts'
import { createPoolGraph } from './poolGraph.ts'

const [a, b, c, d] = [toAddress(1), toAddress(2), toAddress(3), toAddress(4)]
const even = 10n ** 21n

function findIn(pools: readonly PoolState[], touched: readonly PoolState[], maxHops: 2 | 3 | 4 = 3) {
  const { cycles } = findCycles(
    createPoolGraph(pools),
    touched.map(({ id }) => id),
    { maxHops, limit: 100_000 },
  )
  return new Set(cycles.map(({ legs }) => toKey(legs.map(({ pool, tokenIn }) => `${pool.id}:${tokenIn}`))))
}

describe('findCycles', () => {
  it.each([1, 2, 3])('finds the same cycles of two and three hops as an exhaustive search (seed %i)', (seed) => {
    const pools = createMarket(seed, { pools: 300, tokens: 60 })
    const all = findAllCycles(pools)
    expect(all.size).toBeGreaterThan(20)
    expect(findIn(pools, pools)).toEqual(all)
  })

  it('finds exactly the cycles through a touched pool', () => {
    const pools = createMarket(7, { pools: 300, tokens: 60 })
    const all = findAllCycles(pools)
    for (const touched of pools.slice(0, 40))
      expect(findIn(pools, [touched])).toEqual(new Set([...all].filter((key) => key.includes(touched.id))))
  })

  it('finds cycles of four hops only if the product of rates exceeds one', () => {
    const ring = [
      toPair(1, [a, b], [even, even]),
      toPair(2, [b, c], [even, even]),
      toPair(3, [c, d], [even, even]),
      toPair(4, [a, d], [even, (even * 98n) / 100n]),
    ]
    const { cycles } = findCycles(createPoolGraph(ring), [toPair(1, [a, b], [even, even]).id])
    expect(cycles).toHaveLength(1)
    expect(cycles[0]?.gain).toBeCloseTo(Math.log(0.997 ** 4 / 0.98), 9)
    expect(findIn(ring.slice(0, 3), ring.slice(0, 3), 4).size).toBe(0)
  })

  it('uses temporary states for one search and restores the graph', () => {
    const [low, high] = [toPair(1, [a, b], [even, even]), toPair(2, [a, b], [even, even])]
    const graph = createPoolGraph([low, high])
    const moved = new Map([[high.id, toPair(2, [a, b], [even, (even * 110n) / 100n])]])
    expect(findCycles(graph, [high.id]).cycles).toEqual([])
    const [cycle] = findCycles(graph, [high.id], { pools: moved }).cycles
    expect(cycle?.legs.map(({ pool }) => pool)).toEqual(expect.arrayContaining([low, moved.get(high.id)]))
    expect(findCycles(graph, [high.id]).cycles).toEqual([])
    graph.update(toPair(2, [a, b], [even, (even * 110n) / 100n]))
    expect(findCycles(graph, [high.id]).cycles).toHaveLength(1)
    graph.remove(low.id)
    expect(findCycles(graph, [high.id]).cycles).toEqual([])
  })

  it('omits cycles that a touched pool did not improve', () => {
    const pools = createMarket(7, { pools: 300, tokens: 60 })
    const graph = createPoolGraph(pools)
    const find = (touched: PoolState, after: PoolState, isSince: boolean) => {
      const since = { get: (id: string) => (id === touched.id ? touched : null) }
      const states = new Map([[after.id, after]])
      const { cycles } = findCycles(graph, [touched.id], {
        maxHops: 3,
        limit: 1_000,
        pools: states,
        ...(isSince && { since }),
      })
      return new Set(cycles.map(({ legs }) => legs.map(({ pool, tokenIn }) => `${pool.id}:${tokenIn}`).join()))
    }
    let [kept, left] = [0, 0]
    for (const pool of pools.slice(0, 60)) {
      if (pool.kind !== 'pair') continue
      // State after a swap of a thousandth of the pool's balance.
      const after = {
        ...pool,
        reserve0: (pool.reserve0 * 1_001n) / 1_000n,
        reserve1: (pool.reserve1 * 1_000n) / 1_001n,
      }
      const [all, better] = [find(pool, after, false), find(pool, after, true)]
      // The pool now pays more of its first token and less of its second.
      expect(better).toEqual(new Set([...all].filter((key) => key.includes(`${pool.id}:${pool.tokens[1]}`))))
      kept += better.size
      left += all.size - better.size
    }
    expect(kept).toBeGreaterThan(20)
    expect(left).toBeGreaterThan(0)
  })

  it('keeps the best by rank, and separately those without a rank', () => {
    const pools = createMarket(3, { pools: 300, tokens: 60 })
    const graph = createPoolGraph(pools)
    const ids = pools.map(({ id }) => id)
    const toRank = (legs: readonly unknown[], gain: number) => (legs.length === 2 ? Number.POSITIVE_INFINITY : -gain)
    const all = findCycles(graph, ids, { maxHops: 3, limit: 100_000 }).cycles
    const { cycles } = findCycles(graph, ids, { maxHops: 3, limit: 5, toRank })
    const gains = (length: number, some: typeof all) =>
      some.filter(({ legs }) => legs.length === length).map(({ gain }) => gain)
    expect(gains(2, cycles)).toEqual(gains(2, all).slice(0, 5))
    expect(gains(3, cycles)).toEqual(gains(3, all).toReversed().slice(0, 5))
    expect(gains(3, all).length).toBeGreaterThan(100)
  })

  it('reports that the budget ended the search', () => {
    const pools = createMarket(3, { pools: 300, tokens: 60 })
    const graph = createPoolGraph(pools)
    expect(
      findCycles(
        graph,
        pools.map(({ id }) => id),
        { budget: 10 },
      ).isComplete,
    ).toBe(false)
  })
})
