import { quantile } from '@outrigger/core/internal'
import type { BenchSuite } from '../../../../scripts/bench/suite.ts'
import { findCycles } from './findCycles.ts'
import { findNegativeCycle, toRates } from './fixtures/bellmanFord.ts'
import { findAllCycles, toKey } from './fixtures/exhaustive.ts'
import { createMarket } from './fixtures/markets.ts'
import { createPoolGraph } from './poolGraph.ts'

const size = { pools: 2_000, tokens: 500 }
const sources = 20

/** Compares the search through a changed pool with Bellman-Ford-Moore over all pools, and with an exhaustive search. */
export const suite: BenchSuite = {
  name: 'mev-search',
  async run() {
    const pools = createMarket(1, size)
    const graph = createPoolGraph(pools)
    const measure = (maxHops: 3 | 4) =>
      toMicroseconds(pools.length, (index) => findCycles(graph, [pools[index]?.id ?? '0x'], { maxHops }))
    const [three, four] = [measure(3), measure(4)]
    const rates = toRates(pools)
    const relaxed = toMicroseconds(sources, (index) => findNegativeCycle(rates, index))
    const all = findAllCycles(pools)
    const found = findCycles(
      graph,
      pools.map(({ id }) => id),
      { maxHops: 3, limit: 1_000_000 },
    )
    const keys = new Set(
      found.cycles.map(({ legs }) => toKey(legs.map(({ pool, tokenIn }) => `${pool.id}:${tokenIn}`))),
    )
    const missed = [...all].filter((key) => !keys.has(key)).length
    return [
      { name: 'cycles up to three hops through one pool', value: three, unit: 'us' },
      { name: 'cycles up to four hops through one pool', value: four, unit: 'us' },
      { name: 'Bellman-Ford-Moore from one source', value: relaxed, unit: 'us' },
      { name: 'three hops, times Bellman-Ford-Moore', value: relaxed / three, unit: 'x', bar: { atLeast: 300 } },
      { name: 'four hops, times Bellman-Ford-Moore', value: relaxed / four, unit: 'x' },
      { name: 'profitable cycles found by exhaustive search', value: all.size, unit: '' },
      { name: 'of these, missed', value: missed, unit: '', bar: { atMost: 0 } },
    ]
  },
}

/** Returns the median of several rounds. A round takes about 30 ms, and a pause of the machine can double it. */
function toMicroseconds(count: number, run: (index: number) => unknown): number {
  const rounds = Array.from({ length: 1 + measuredRounds }, () => {
    const start = performance.now()
    for (let index = 0; index < count; index++) run(index)
    return ((performance.now() - start) * 1_000) / count
  })
  // Drops the first round, which includes compilation.
  return (
    quantile(
      rounds.slice(1).sort((a, b) => a - b),
      0.5,
    ) ?? Number.NaN
  )
}

const measuredRounds = 5
