import type { PoolState } from '@outrigger/defi/internal'
import type { Hex } from 'viem'
import type { CurvedLeg } from '../sizing/virtualPair.ts'
import { type Edge, type EdgeState, type PoolGraph, toEdgeState } from './poolGraph.ts'

/** Swaps of distinct pools that end with the token they start with, and earn on small amounts. */
export type Cycle = {
  readonly legs: readonly CurvedLeg[]
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
  /** The states before those of `pools`: only cycles that a touched pool has made better since. @default all cycles */
  readonly since?: { get(id: Hex): PoolState | null }
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
 * findCycles(graph, ['0x…'], { maxHops: 3 }).cycles[0]?.legs
 */
export function findCycles(graph: PoolGraph, touched: Iterable<Hex>, options: CycleSearch = {}): FoundCycles {
  const { pools, limit = 64 } = options
  const before = pools === undefined ? [] : replaceStates(graph, pools)
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
    .filter((edge) => edge.weight > toWeightBefore(edge, options.since))
  for (const find of search.maxHops === 4 ? [findShort, findFourHops] : [findShort]) {
    done.clear()
    for (const first of starts) {
      find(search, first)
      done.add(first)
    }
  }
  const cycles = found.map(({ edges, gain }) => ({ legs: edges.map(toLeg), gain }))
  for (const [edge, state] of before) Object.assign(edge, state)
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

/** Minus infinity where every edge that can be used counts. */
function toWeightBefore(edge: Edge, since: CycleSearch['since']): number {
  const before = since?.get(edge.pool) ?? null
  return before === null ? Number.NEGATIVE_INFINITY : toEdgeState(before, edge).weight
}

/** The states that stood before. */
function replaceStates(graph: PoolGraph, pools: ReadonlyMap<Hex, PoolState>): readonly (readonly [Edge, EdgeState])[] {
  const before: (readonly [Edge, EdgeState])[] = []
  for (const [id, pool] of pools)
    for (const edge of graph.edgesOf(id)) {
      const { state, weight, curve } = edge
      before.push([edge, { state, weight, curve }])
      Object.assign(edge, toEdgeState(pool, edge))
    }
  return before
}

/** Two and three hops that begin with an edge. */
function findShort(search: Search, first: Edge): void {
  const { graph, maxHops, report } = search
  const { from, to, pool, weight } = first
  const targets = graph.byTarget(to)
  const sources = graph.bySource(from)
  for (const second of targets.get(from) ?? [])
    if (second.pool !== pool && weight + second.weight > search.minGain) report([first, second], weight + second.weight)
  if (maxHops < 3) return
  const join = (seconds: readonly Edge[] | undefined, thirds: readonly Edge[] | undefined) => {
    if (seconds === undefined || thirds === undefined) return
    for (const second of seconds)
      for (const third of thirds) {
        const gain = weight + second.weight + third.weight
        if (gain <= search.minGain || second.pool === pool || third.pool === pool || third.pool === second.pool)
          continue
        report([first, second, third], gain)
      }
  }
  // From the token with fewer neighbours: the other may have thousands.
  if (targets.size <= sources.size) for (const [middle, seconds] of targets) join(seconds, sources.get(middle))
  else for (const [middle, thirds] of sources) join(targets.get(middle), thirds)
}

function findFourHops(search: Search, first: Edge): void {
  const { graph, report } = search
  const { from, to, pool, weight } = first
  const sources = graph.bySource(from)
  for (const second of graph.outOf(to)) {
    if (second.pool === pool || second.to === from) continue
    for (const third of graph.outOf(second.to)) {
      if (search.budget-- <= 0) return
      const { to: last } = third
      if (third.pool === pool || third.pool === second.pool || last === from || last === to) continue
      const soFar = weight + second.weight + third.weight
      for (const fourth of sources.get(last) ?? []) {
        if (soFar + fourth.weight <= search.minGain) continue
        if (fourth.pool === pool || fourth.pool === second.pool || fourth.pool === third.pool) continue
        report([first, second, third, fourth], soFar + fourth.weight)
      }
    }
  }
}

const toLeg = ({ state, tokenIn, tokenOut, curve }: Edge): CurvedLeg => ({ pool: state, tokenIn, tokenOut, curve })
