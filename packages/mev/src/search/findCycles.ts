import type { PoolState } from '@outrigger/defi/internal'
import type { Hex } from 'viem'
import type { CurvedLeg } from '../sizing/virtualPair.ts'
import { type Edge, type EdgeState, noEdges, type PoolGraph, setState, toEdgeState, toWeight } from './poolGraph.ts'

/** Swaps of distinct pools that end with the token they start with, and earn on small amounts. */
export type Cycle = {
  readonly legs: readonly CurvedLeg[]
  /** Logarithm of what a small unit comes back as. */
  readonly gain: number
  /** By `toRank`; the gain by default. */
  readonly rank: number
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
  /** The best of those found, and as many whose rank is infinite. @default 64 */
  readonly limit?: number
  /** What makes a cycle better than another; infinity where that cannot be said. @default its gain */
  readonly toRank?: (edges: readonly Edge[], gain: number) => number
}

export type FoundCycles = {
  /** The best first. */
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
  const { pools, limit = 64, toRank, minGain = 0 } = options
  const before = pools === undefined ? [] : replaceStates(graph, pools)
  let found: Found[] = []
  /** Each cycle is found once from every edge it has in common with these: the first of them reports it. */
  const done = new Set<Edge>()
  const search: Search = {
    graph,
    maxHops: options.maxHops ?? 4,
    minGain,
    budget: options.budget ?? 200_000,
    report(edges, gain) {
      if (done.size > 0 && edges.some((edge) => done.has(edge))) return
      found.push({ edges, gain, rank: toRank === undefined ? gain : toRank(edges, gain) })
      // Most searches find fewer than that.
      if (found.length < 4 * limit + sortedAtOnce) return
      found = toBest(found, limit)
      // What gains less than the last of those kept need not be reported.
      if (toRank === undefined) search.minGain = found.at(-1)?.rank ?? minGain
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
  const cycles = toBest(found, limit).map(({ edges, ...cycle }) => ({ ...cycle, legs: edges.map(toLeg) }))
  for (const [edge, state] of before) setState(edge, state)
  return { cycles, isComplete: search.budget > 0 }
}

type Found = Omit<Cycle, 'legs'> & { readonly edges: readonly Edge[] }

const sortedAtOnce = 64

/** The best of those with a bound and of those without, so that neither pushes the other out. */
function toBest(found: readonly Found[], limit: number): Found[] {
  const toFirst = (some: readonly Found[]) =>
    some.toSorted((a, b) => b.rank - a.rank || b.gain - a.gain).slice(0, limit)
  const [unbounded, bounded] = [
    found.filter(({ rank }) => rank === Infinity),
    found.filter(({ rank }) => rank !== Infinity),
  ]
  return [...toFirst(unbounded), ...toFirst(bounded)]
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
  const before = since?.get(edge.poolId) ?? null
  return before === null ? Number.NEGATIVE_INFINITY : toWeight(before, edge.tokenIn, edge.tokenOut)
}

/** The states that stood before. */
function replaceStates(graph: PoolGraph, pools: ReadonlyMap<Hex, PoolState>): readonly (readonly [Edge, EdgeState])[] {
  const before: (readonly [Edge, EdgeState])[] = []
  for (const [id, pool] of pools)
    for (const edge of graph.edgesOf(id)) {
      const { pool: present, weight, curve } = edge
      before.push([edge, { pool: present, weight, curve }])
      setState(edge, toEdgeState(pool, edge))
    }
  return before
}

/** Two and three hops that begin with an edge. */
function findShort(search: Search, first: Edge): void {
  const { graph, maxHops, report } = search
  const { from, to, poolIndex, weight } = first
  const back = graph.byTarget(to).get(from) ?? noEdges
  for (const second of back)
    if (second.poolIndex !== poolIndex && weight + second.weight > search.minGain)
      report([first, second], weight + second.weight)
  if (maxHops < 3) return
  const join = (second: Edge, third: Edge) => {
    const gain = weight + second.weight + third.weight
    if (
      gain > search.minGain &&
      second.poolIndex !== poolIndex &&
      third.poolIndex !== poolIndex &&
      third.poolIndex !== second.poolIndex
    )
      report([first, second, third], gain)
  }
  // From the token with fewer neighbours: the other may have thousands.
  const [seconds, thirds] = [graph.outOf(to), graph.into(from)]
  if (seconds.length <= thirds.length) {
    const sources = graph.bySource(from)
    for (const second of seconds) for (const third of sources.get(second.to) ?? noEdges) join(second, third)
  } else {
    const targets = graph.byTarget(to)
    for (const third of thirds) for (const second of targets.get(third.from) ?? noEdges) join(second, third)
  }
}

function findFourHops(search: Search, first: Edge): void {
  const { graph, report } = search
  const { from, to, poolIndex, weight } = first
  const sources = graph.bySource(from)
  for (const second of graph.outOf(to)) {
    if (second.poolIndex === poolIndex || second.to === from) continue
    for (const third of graph.outOf(second.to)) {
      if (search.budget-- <= 0) return
      const { to: last } = third
      if (third.poolIndex === poolIndex || third.poolIndex === second.poolIndex || last === from || last === to)
        continue
      const soFar = weight + second.weight + third.weight
      for (const fourth of sources.get(last) ?? []) {
        if (soFar + fourth.weight <= search.minGain) continue
        if (
          fourth.poolIndex === poolIndex ||
          fourth.poolIndex === second.poolIndex ||
          fourth.poolIndex === third.poolIndex
        )
          continue
        report([first, second, third, fourth], soFar + fourth.weight)
      }
    }
  }
}

/** As it is now: edges change with the next block. */
const toLeg = ({ pool, tokenIn, tokenOut, curve }: Edge): CurvedLeg => ({ pool, tokenIn, tokenOut, curve })
