import type { PoolState } from '@outrigger/defi/internal'
import { describe, expect, it } from 'vitest'
import { toAddress, toPair } from '../fixtures/pools.ts'
import { findCycles, rotateCycle } from './findCycles.ts'
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
  return new Set(cycles.map(({ hops }) => toKey(hops.map(({ pool, tokenIn }) => `${pool}:${tokenIn}`))))
}

describe('findCycles', () => {
  it.each([1, 2, 3])('finds every cycle of two and three hops that trying all of them finds (seed %i)', (seed) => {
    const pools = createMarket(seed, { pools: 300, tokens: 60 })
    const all = findAllCycles(pools)
    expect(all.size).toBeGreaterThan(20)
    expect(findIn(pools, pools)).toEqual(all)
  })

  it('finds through one touched pool exactly those that pass it', () => {
    const pools = createMarket(7, { pools: 300, tokens: 60 })
    const all = findAllCycles(pools)
    for (const touched of pools.slice(0, 40))
      expect(findIn(pools, [touched])).toEqual(new Set([...all].filter((key) => key.includes(touched.id))))
  })

  it('finds four hops, and only where the product of rates exceeds one', () => {
    const ring = [
      toPair(1, [a, b], [even, even]),
      toPair(2, [b, c], [even, even]),
      toPair(3, [c, d], [even, even]),
      toPair(4, [a, d], [even, (even * 98n) / 100n]),
    ]
    const { cycles } = findCycles(createPoolGraph(ring), [toPair(1, [a, b], [even, even]).id])
    expect(cycles).toHaveLength(1)
    expect(cycles[0]?.gain).toBeCloseTo(Math.log(0.997 ** 4 / 0.98), 9)
    expect(rotateCycle(cycles[0]?.hops ?? [], c)?.[0]?.tokenIn).toBe(c)
    expect(findIn(ring.slice(0, 3), ring.slice(0, 3), 4).size).toBe(0)
  })

  it('takes the states it is given for one search, and leaves the graph as it was', () => {
    const [low, high] = [toPair(1, [a, b], [even, even]), toPair(2, [a, b], [even, even])]
    const graph = createPoolGraph([low, high])
    const moved = new Map([[high.id, toPair(2, [a, b], [even, (even * 110n) / 100n])]])
    expect(findCycles(graph, [high.id]).cycles).toEqual([])
    expect(findCycles(graph, [high.id], { pools: moved }).cycles).toHaveLength(1)
    expect(findCycles(graph, [high.id]).cycles).toEqual([])
    graph.update(toPair(2, [a, b], [even, (even * 110n) / 100n]))
    expect(findCycles(graph, [high.id]).cycles).toHaveLength(1)
    graph.remove(low.id)
    expect(findCycles(graph, [high.id]).cycles).toEqual([])
  })

  it('says where its budget ended it', () => {
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
