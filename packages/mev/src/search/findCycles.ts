import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import type { CurvedLeg } from '../sizing/virtualPair.ts'
import { toWeight } from './edgeTable.ts'
import type { Neighbours, PoolGraph } from './poolGraph.ts'

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
  /** Cycles of a lower rank are left out. @default all are kept */
  readonly leastRank?: number
  /** What makes a cycle, by numbers of the graph's edges, better than another; infinity where that cannot be said. @default its gain */
  readonly toRank?: (edges: readonly number[], gain: number) => number
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
  const { pools, maxHops = 4 } = options
  const closing = maxHops === 4 ? [...touched] : [...touched].filter((id) => canClose(graph, id))
  if (closing.length === 0) return { cycles: [], isComplete: true }
  return pools === undefined
    ? search(graph, closing, options)
    : graph.during(pools, () => search(graph, closing, options))
}

/** Whether three hops can go through a pool and back at all: most tokens of a chain trade in one pool. */
function canClose(graph: PoolGraph, id: Hex): boolean {
  return graph.edgesOf(id).some((edge) => {
    const { out } = graph.neighboursOf(graph.edges.sources[edge] as number)
    return (out[graph.edges.targetPlaces[edge] as number] ?? none).length > 1 || graph.commonOf(edge).length > 0
  })
}

function search(graph: PoolGraph, touched: readonly Hex[], options: CycleSearch): FoundCycles {
  const { limit = 64, toRank, minGain = 0, maxHops = 4, budget = 200_000, since } = options
  const kept = createKept(limit, options.leastRank)
  /** Each cycle is found once from every edge it has in common with these: the first of them reports it. */
  const done = new Set<number>()
  const walk: Walk = {
    graph,
    maxHops,
    minGain,
    budget,
    report(edges, gain) {
      if (done.size > 0 && edges.some((edge) => done.has(edge))) return
      kept.add(edges, gain, toRank === undefined ? gain : toRank(edges, gain))
      // What gains less than the last of those kept need not be reported.
      if (toRank === undefined) walk.minGain = Math.max(minGain, kept.leastRank())
    },
  }
  // Short cycles of all pools first: the budget must not end before them.
  const starts = touched
    .flatMap((id) => graph.edgesOf(id))
    .filter((edge) => (graph.edges.weights[edge] as number) > toWeightBefore(graph, edge, since))
  for (const find of maxHops === 4 ? [findShort, findFourHops] : [findShort]) {
    done.clear()
    for (const first of starts) {
      find(walk, first)
      done.add(first)
    }
  }
  // As they are now: edges change with the next block.
  const toLegs = (edges: readonly number[]) => edges.map((edge) => graph.edges.toLeg(edge))
  const cycles = kept.toBest().map(({ edges, gain, rank }) => ({ legs: toLegs(edges), gain, rank }))
  return { cycles, isComplete: walk.budget >= 0 }
}

type Found = Omit<Cycle, 'legs'> & { readonly edges: readonly number[] }

const byRank = (a: Found, b: Found) => b.rank - a.rank || b.gain - a.gain

/** The best of those with a bound and of those without, so that neither pushes the other out. */
function createKept(limit: number, leastRank = Number.NEGATIVE_INFINITY) {
  /** Sorting each time would take longer; most searches find fewer. */
  const most = 2 * limit + 16
  let [bounded, unbounded]: [Found[], Found[]] = [[], []]
  let least = leastRank
  const toFirst = (found: Found[]) => found.sort(byRank).slice(0, limit)
  return {
    /** Those of a lower rank are not kept. */
    leastRank: (): number => least,
    /** @param edges is copied */
    add(edges: readonly number[], gain: number, rank: number): void {
      if (rank < least) return
      const found = { edges: [...edges], gain, rank }
      if (rank === Number.POSITIVE_INFINITY) {
        if (unbounded.push(found) >= most) unbounded = toFirst(unbounded)
      } else if (bounded.push(found) >= most) {
        bounded = toFirst(bounded)
        least = bounded.at(-1)?.rank ?? least
      }
    },
    toBest: (): readonly Found[] => [...toFirst(unbounded), ...toFirst(bounded)],
  }
}

type Walk = {
  readonly graph: PoolGraph
  readonly maxHops: number
  /** Rises to the least gain of those kept once there are as many as wanted. */
  minGain: number
  budget: number
  /** The list of edges is used again after that. */
  report(edges: readonly number[], gain: number): void
}

/** Minus infinity where every edge that can be used counts. */
function toWeightBefore({ edges }: PoolGraph, edge: number, since: CycleSearch['since']): number {
  const before = since?.get((edges.states[edge] as PoolState).id) ?? null
  if (before === null) return Number.NEGATIVE_INFINITY
  return toWeight(before, edges.tokensIn[edge] as Address, edges.tokensOut[edge] as Address)
}

const none: readonly number[] = []

/** Two and three hops that begin with an edge. */
function findShort(walk: Walk, first: number): void {
  const { graph } = walk
  const { weights, pools, sources, targets } = graph.edges
  const start = graph.neighboursOf(sources[first] as number)
  const end = graph.neighboursOf(targets[first] as number)
  const weight = weights[first] as number
  for (const second of end.out[graph.edges.sourcePlaces[first] as number] ?? none) {
    const gain = weight + (weights[second] as number)
    if (gain > walk.minGain && pools[second] !== pools[first]) walk.report([first, second], gain)
  }
  if (walk.maxHops < 3) return
  const common = graph.commonOf(first)
  for (let index = 0; index < common.length; index += 2) {
    const [atStart, atEnd] = [common[index] as number, common[index + 1] as number]
    const gain = weight + (end.bestOut[atEnd] as number) + (start.bestInto[atStart] as number)
    if (!(gain > walk.minGain)) continue
    const [second, third] = [end.onlyOut[atEnd] as number, start.onlyInto[atStart] as number]
    if (second >= 0 && third >= 0) reportThree(walk, first, second, third, gain)
    else joinThird(walk, first, end.out[atEnd] ?? none, start.into[atStart] ?? none)
  }
}

/** Filled anew for each cycle: thousands are reported, and few kept. */
const ofThree = [0, 0, 0]
const ofFour = [0, 0, 0, 0]

function joinThird(walk: Walk, first: number, seconds: readonly number[], thirds: readonly number[]): void {
  const { weights } = walk.graph.edges
  for (const second of seconds)
    for (const third of thirds) {
      const gain = (weights[first] as number) + (weights[second] as number) + (weights[third] as number)
      if (gain > walk.minGain) reportThree(walk, first, second, third, gain)
    }
}

/** Unless they share a pool. */
function reportThree(walk: Walk, first: number, second: number, third: number, gain: number): void {
  const { pools } = walk.graph.edges
  const pool = pools[first]
  if (pools[second] === pool || pools[third] === pool || pools[third] === pools[second]) return
  ofThree[0] = first
  ofThree[1] = second
  ofThree[2] = third
  walk.report(ofThree, gain)
}

function findFourHops(walk: Walk, first: number): void {
  const { graph } = walk
  const { weights, pools, sources, targets } = graph.edges
  const [from, to] = [sources[first] as number, targets[first] as number]
  const [start, end] = [graph.neighboursOf(from), graph.neighboursOf(to)]
  const closing = toClosing(graph.tokenCount, start)
  for (let index = 0; index < end.tokens.length; index++) {
    const middle = end.tokens[index] as number
    if (middle === from) continue
    const { tokens, out, bestOut } = graph.neighboursOf(middle)
    for (const second of end.out[index] ?? none) {
      if (pools[second] === pools[first]) continue
      const soFar = (weights[first] as number) + (weights[second] as number)
      for (let next = 0; next < tokens.length; next++) {
        const thirds = out[next] ?? none
        walk.budget -= thirds.length
        if (walk.budget < 0) return
        const last = tokens[next] as number
        // What the best edges would bring: most ways end here.
        if (last === to || !(soFar + (bestOut[next] as number) + (closing[last] as number) > walk.minGain)) continue
        joinFourth(walk, first, second, thirds, start.into[start.places.get(last) ?? -1] ?? none)
      }
    }
  }
}

/** By token, the best weight that leads from it to the one whose neighbours these are. */
function toClosing(tokenCount: number, { tokens, bestInto }: Neighbours): Float64Array {
  const closing = new Float64Array(tokenCount).fill(Number.NEGATIVE_INFINITY)
  for (let index = 0; index < tokens.length; index++) closing[tokens[index] as number] = bestInto[index] as number
  return closing
}

function joinFourth(
  walk: Walk,
  first: number,
  second: number,
  thirds: readonly number[],
  fourths: readonly number[],
): void {
  const { weights, pools } = walk.graph.edges
  for (const third of thirds) {
    if (pools[third] === pools[first] || pools[third] === pools[second]) continue
    for (const fourth of fourths) {
      const pool = pools[fourth]
      if (pool === pools[first] || pool === pools[second] || pool === pools[third]) continue
      const gain =
        (weights[first] as number) +
        (weights[second] as number) +
        (weights[third] as number) +
        (weights[fourth] as number)
      if (!(gain > walk.minGain)) continue
      ofFour[0] = first
      ofFour[1] = second
      ofFour[2] = third
      ofFour[3] = fourth
      walk.report(ofFour, gain)
    }
  }
}
