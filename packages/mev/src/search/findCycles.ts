import type { PoolState } from '@outrigger/defi/internal'
import type { Hex } from 'viem'
import type { CurvedLeg } from '../sizing/virtualPair.ts'
import { type Edge, type PoolGraph, toWeight } from './poolGraph.ts'

/** Swaps in distinct pools that return to the first token and are profitable for small amounts. */
export type Cycle = {
  readonly legs: readonly CurvedLeg[]
  /** Logarithm of the return on a small amount. */
  readonly gain: number
  /** Result of `toRank`. The gain by default. */
  readonly rank: number
}

export type CycleSearch = {
  /** @default 4 */
  readonly maxHops?: 2 | 3 | 4
  /** States that replace the graph's during this search, e.g. those after a pending transaction. */
  readonly pools?: ReadonlyMap<Hex, PoolState>
  /** States before those in `pools`. Only cycles that a touched pool has improved are returned. @default all cycles */
  readonly since?: { get(id: Hex): PoolState | null }
  /** Maximum number of visited tokens. Beyond it, cycles of four hops may be missed. @default 200_000 */
  readonly budget?: number
  /** Maximum number of cycles with a finite rank, and of cycles with an infinite rank. @default 64 */
  readonly limit?: number
  /** Minimum rank of returned cycles. @default no minimum */
  readonly leastRank?: number
  /** Returns the rank of a cycle, or infinity if the rank is unknown. @default the gain */
  readonly toRank?: (legs: readonly CurvedLeg[], gain: number) => number
}

export type FoundCycles = {
  /** Found cycles, highest rank first. */
  readonly cycles: readonly Cycle[]
  /** False if the search stopped at the budget. */
  readonly isComplete: boolean
}

/**
 * Finds cycles through pools whose state changed. Cycles through other pools were found when those pools changed. The search is
 * complete for two and three hops, and for four hops within the budget.
 *
 * @example
 * findCycles(graph, ['0x…'], { maxHops: 3 }).cycles[0]?.legs
 */
export function findCycles(graph: PoolGraph, touched: Iterable<Hex>, options: CycleSearch = {}): FoundCycles {
  const { pools } = options
  return pools === undefined
    ? search(graph, touched, options)
    : graph.during(pools, () => search(graph, touched, options))
}

type Found = Omit<Cycle, 'legs'> & { readonly edges: readonly Edge[] }

function search(graph: PoolGraph, touched: Iterable<Hex>, options: CycleSearch): FoundCycles {
  const { limit = 64, leastRank = Number.NEGATIVE_INFINITY, maxHops = 4, budget = 200_000, since } = options
  const { toRank = (_, gain) => gain } = options
  const found: Found[] = []
  /** A cycle is found from each of its start edges. Only the first of them reports it. */
  const done = new Set<Edge>()
  const walk: Walk = {
    budget,
    report(edges, gain) {
      if (edges.some((edge) => done.has(edge))) return
      const rank = toRank(edges, gain)
      if (rank >= leastRank) found.push({ edges, gain, rank })
    },
  }
  const starts = [...touched].flatMap(graph.edgesOf).filter((edge) => isImproved(edge, since))
  // Searches short cycles of all pools first, so that the budget is sufficient for them.
  for (let hops = 2; hops <= maxHops; hops++) {
    done.clear()
    for (const first of starts) {
      extend(walk, [first], first.weight, hops - 1)
      done.add(first)
    }
  }
  // Cycles with and without a finite rank are selected separately, so that neither group displaces the other.
  const select = (isRanked: boolean) =>
    found
      .filter(({ rank }) => rank < Number.POSITIVE_INFINITY === isRanked)
      .sort((a, b) => b.rank - a.rank || b.gain - a.gain)
      .slice(0, limit)
  const cycles = [...select(false), ...select(true)].map(({ edges, gain, rank }) => ({
    legs: edges.map(toLeg),
    gain,
    rank,
  }))
  return { cycles, isComplete: walk.budget >= 0 }
}

/** Copies the current state of an edge, because edges change with the next block. */
const toLeg = ({ pool, tokenIn, tokenOut, factor, slope }: Edge): CurvedLeg => ({
  pool,
  tokenIn,
  tokenOut,
  factor,
  slope,
})

/** Returns true if an edge is usable and pays more than before the change. */
function isImproved({ pool, tokenIn, tokenOut, weight }: Edge, since: CycleSearch['since']): boolean {
  const before = since?.get(pool.id) ?? null
  return weight > (before === null ? Number.NEGATIVE_INFINITY : toWeight(before, tokenIn, tokenOut))
}

type Walk = {
  budget: number
  report(edges: readonly Edge[], gain: number): void
}

/** Reports the cycles that begin with a path and return to its start in this number of hops. */
function extend(walk: Walk, path: readonly [Edge, ...Edge[]], gain: number, hops: number): void {
  const { source: start } = path[0]
  const { target: end } = path.at(-1) as Edge
  if (hops === 1) join(walk, path, end.out.get(start) ?? [], gain)
  else if (hops === 2) joinTwo(walk, path, gain)
  else
    for (const [middle, edges] of end.out) {
      if (middle === start) continue
      walk.budget -= Math.min(middle.out.size, start.out.size)
      if (walk.budget < 0) return
      for (const edge of edges)
        if (edge.pool.id !== path[0].pool.id) extend(walk, [...path, edge], gain + edge.weight, hops - 1)
    }
}

/** Reports the cycles that return in two hops. Visits the neighbors of the token with fewer neighbors. */
function joinTwo(walk: Walk, path: readonly [Edge, ...Edge[]], gain: number): void {
  const { source: start, target: first } = path[0]
  const { target: end } = path.at(-1) as Edge
  for (const middle of (start.out.size < end.out.size ? start : end).out.keys()) {
    const [nexts, lasts] = [end.out.get(middle), middle.out.get(start)]
    if (nexts === undefined || lasts === undefined || middle === first) continue
    const best = gain + (lasts[0] as Edge).weight
    for (const next of nexts) {
      if (!(best + next.weight > 0)) break
      if (path.every(({ pool }) => pool.id !== next.pool.id)) join(walk, [...path, next], lasts, gain + next.weight)
    }
  }
}

/** Reports a path with each last edge that makes it profitable. */
function join(walk: Walk, path: readonly Edge[], lasts: readonly Edge[], gain: number): void {
  for (const last of lasts) {
    if (!(gain + last.weight > 0)) break
    if (path.every(({ pool }) => pool.id !== last.pool.id)) walk.report([...path, last], gain + last.weight)
  }
}
