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
  /** Best first. */
  const found: { readonly edges: readonly Edge[]; readonly gain: number }[] = []
  /** Each cycle is found once from every edge it has in common with these: the first of them reports it. */
  const done = new Set<Edge>()
  const search: Search = {
    graph,
    maxHops: options.maxHops ?? 4,
    minGain: options.minGain ?? 0,
    budget: options.budget ?? 200_000,
    report(edges, gain) {
      if (edges.some((edge) => done.has(edge))) return
      found.splice(found.findLastIndex((other) => other.gain >= gain) + 1, 0, { edges, gain })
      if (found.length > limit) found.pop()
      if (found.length === limit) search.minGain = found.at(-1)?.gain ?? Number.POSITIVE_INFINITY
    },
  }
  // Short cycles of all pools first: the budget must not end before them.
  const starts = [...touched]
    .flatMap((id) => graph.edgesOf(id))
    .filter(({ weight }) => weight > Number.NEGATIVE_INFINITY)
  for (const find of search.maxHops === 4 ? [findShort, findFourHops] : [findShort]) {
    done.clear()
    for (const first of starts) {
      find(search, first)
      done.add(first)
    }
  }
  for (const [edge, weight] of restore) edge.weight = weight
  const cycles = found.map(({ edges, gain }) => ({ hops: edges.map(toHop), gain }))
  return { cycles, isComplete: search.budget > 0 }
}

type Search = {
  readonly graph: PoolGraph
  readonly maxHops: number
  /** Rises to the least gain of those kept once there are as many as wanted. */
  minGain: number
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
function findShort(search: Search, first: Edge): void {
  const { graph, maxHops, report } = search
  const { from, to, pool, weight } = first
  for (const second of graph.between(to, from))
    if (second.pool !== pool && weight + second.weight > search.minGain) report([first, second], weight + second.weight)
  if (maxHops < 3) return
  // From the token with fewer neighbours: the other may have thousands.
  for (const middle of graph.neighbours(graph.neighbourCount(to) <= graph.neighbourCount(from) ? to : from)) {
    if (middle === from || middle === to) continue
    const thirds = graph.between(middle, from)
    if (thirds.length === 0) continue
    for (const second of graph.between(to, middle)) {
      if (second.pool === pool) continue
      for (const third of thirds) {
        const gain = weight + second.weight + third.weight
        if (gain > search.minGain && third.pool !== pool && third.pool !== second.pool)
          report([first, second, third], gain)
      }
    }
  }
}

function findFourHops(search: Search, first: Edge): void {
  const { graph, report } = search
  const { from, to, pool, weight } = first
  for (const second of graph.outOf(to)) {
    if (second.pool === pool || second.to === from) continue
    for (const third of graph.outOf(second.to)) {
      if (search.budget-- <= 0) return
      const { to: last } = third
      if (third.pool === pool || third.pool === second.pool || last === from || last === to) continue
      const soFar = weight + second.weight + third.weight
      for (const fourth of graph.between(last, from)) {
        if (soFar + fourth.weight <= search.minGain) continue
        if (fourth.pool === pool || fourth.pool === second.pool || fourth.pool === third.pool) continue
        report([first, second, third, fourth], soFar + fourth.weight)
      }
    }
  }
}

const toHop = ({ pool, tokenIn, tokenOut }: Edge): Hop => ({ pool, tokenIn, tokenOut })

/** The cycle begun at another of its tokens; null where it does not pass there. */
export function rotateCycle(hops: readonly Hop[], token: Hop['tokenIn']): readonly Hop[] | null {
  const start = hops.findIndex(({ tokenIn }) => tokenIn === token)
  if (start <= 0) return start === 0 ? hops : null
  return [...hops.slice(start), ...hops.slice(0, start)]
}
