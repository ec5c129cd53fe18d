import type { PoolState } from '@outrigger/defi/internal'
import type { Hex } from 'viem'
import type { Hop } from '../sizing/playSwap.ts'
import { type Edge, type PoolGraph, toWeight } from './poolGraph.ts'

/** Swaps of distinct pools that end with the token they start with, and earn on small amounts. */
export type Cycle = {
  readonly hops: readonly Hop[]
  /** Logarithm of what a small unit comes back as. */
  readonly gain: number
}

export type CycleSearch = {
  /** @default 4 */
  readonly maxHops?: 2 | 3 | 4
  /** Least `gain`, for what fees of execution need anyway. @default 0 */
  readonly minGain?: number
  /** States that replace the graph's for this search: those after a pending transaction. */
  readonly pools?: ReadonlyMap<Hex, PoolState>
  /** Most edges looked at; beyond, cycles of four hops may be missed. @default 200_000 */
  readonly budget?: number
  /** The best of those found. @default 64 */
  readonly limit?: number
}

export type FoundCycles = {
  /** Largest gain first. */
  readonly cycles: readonly Cycle[]
  /** False where the budget ended the search. */
  readonly isComplete: boolean
}

/**
 * Cycles through pools whose state has changed: what others could earn has been looked at when they changed. All of two and
 * three hops; those of four as far as the budget goes.
 *
 * @example
 * findCycles(graph, ['0x…'], { maxHops: 3 }).cycles[0]?.hops
 */
export function findCycles(graph: PoolGraph, touched: Iterable<Hex>, options: CycleSearch = {}): FoundCycles {
  const { pools, limit = 64 } = options
  const restore = pools === undefined ? [] : replaceWeights(graph, pools)
  const found = new Map<string, Cycle>()
  const search: Search = {
    graph,
    maxHops: options.maxHops ?? 4,
    minGain: options.minGain ?? 0,
    budget: options.budget ?? 200_000,
    report(edges, gain) {
      const id = toId(edges)
      if (!found.has(id)) found.set(id, { hops: edges.map(toHop), gain })
    },
  }
  // Short cycles of all pools first: the budget must not end before them.
  const starts = [...touched]
    .flatMap((id) => graph.edgesOf(id))
    .filter(({ weight }) => weight > Number.NEGATIVE_INFINITY)
  for (const first of starts) findShort(search, first)
  if (search.maxHops === 4) for (const first of starts) findFourHops(search, first)
  for (const [edge, weight] of restore) edge.weight = weight
  const cycles = [...found.values()].sort((a, b) => b.gain - a.gain).slice(0, limit)
  return { cycles, isComplete: search.budget > 0 }
}

type Search = {
  readonly graph: PoolGraph
  readonly maxHops: number
  readonly minGain: number
  budget: number
  report(edges: readonly Edge[], gain: number): void
}

function replaceWeights(graph: PoolGraph, pools: ReadonlyMap<Hex, PoolState>): readonly (readonly [Edge, number])[] {
  const before: (readonly [Edge, number])[] = []
  for (const [id, pool] of pools)
    for (const edge of graph.edgesOf(id)) {
      before.push([edge, edge.weight])
      edge.weight = toWeight(pool, edge)
    }
  return before
}

/** Two and three hops that begin with an edge. */
function findShort({ graph, maxHops, minGain, report }: Search, first: Edge): void {
  const { from, to, pool, weight } = first
  for (const second of graph.between(to, from))
    if (second.pool !== pool && weight + second.weight > minGain) report([first, second], weight + second.weight)
  if (maxHops < 3) return
  // From the token with fewer pools: the other may have thousands.
  const [forward, backward] = [graph.outOf(to), graph.outOf(from)]
  const around = forward.length <= backward.length ? forward : backward
  const middles = new Set<number>()
  for (const { to: middle } of around) if (middle !== from && middle !== to) middles.add(middle)
  for (const middle of middles)
    for (const second of graph.between(to, middle)) {
      if (second.pool === pool) continue
      for (const third of graph.between(middle, from)) {
        const gain = weight + second.weight + third.weight
        if (gain > minGain && third.pool !== pool && third.pool !== second.pool) report([first, second, third], gain)
      }
    }
}

function findFourHops(search: Search, first: Edge): void {
  const { graph, minGain, report } = search
  const { from, to, pool, weight } = first
  for (const second of graph.outOf(to)) {
    if (second.pool === pool || second.to === from) continue
    for (const third of graph.outOf(second.to)) {
      if (search.budget-- <= 0) return
      const { to: last } = third
      if (third.pool === pool || third.pool === second.pool || last === from || last === to) continue
      const soFar = weight + second.weight + third.weight
      for (const fourth of graph.between(last, from)) {
        if (soFar + fourth.weight <= minGain) continue
        if (fourth.pool === pool || fourth.pool === second.pool || fourth.pool === third.pool) continue
        report([first, second, third, fourth], soFar + fourth.weight)
      }
    }
  }
}

const toHop = ({ pool, tokenIn, tokenOut }: Edge): Hop => ({ pool, tokenIn, tokenOut })

/** The same for a cycle wherever it is begun. */
function toId(edges: readonly Edge[]): string {
  let least = 0
  for (const [index, { id }] of edges.entries()) if (id < (edges[least]?.id ?? id)) least = index
  return [...edges.slice(least), ...edges.slice(0, least)].map(({ id }) => id).join('-')
}

/** The cycle begun at another of its tokens; null where it does not pass there. */
export function rotateCycle(hops: readonly Hop[], token: Hop['tokenIn']): readonly Hop[] | null {
  const start = hops.findIndex(({ tokenIn }) => tokenIn === token)
  return start < 0 ? null : [...hops.slice(start), ...hops.slice(0, start)]
}
