import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import type { CurvedLeg } from '../sizing/virtualPair.ts'
import { toWeight } from './edgeTable.ts'
import type { Neighbours, PoolGraph } from './poolGraph.ts'

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
  /** Minimum `gain`, e.g. to exclude cycles that cannot pay their gas. @default 0 */
  readonly minGain?: number
  /** States that replace the graph's during this search, e.g. those after a pending transaction. */
  readonly pools?: ReadonlyMap<Hex, PoolState>
  /** States before those in `pools`. Only cycles that a touched pool has improved are returned. @default all cycles */
  readonly since?: { get(id: Hex): PoolState | null }
  /** Maximum number of visited edges. Beyond it, cycles of four hops may be missed. @default 200_000 */
  readonly budget?: number
  /** Maximum number of cycles with a finite rank, and of cycles with an infinite rank. @default 64 */
  readonly limit?: number
  /** Minimum rank of returned cycles. @default no minimum */
  readonly leastRank?: number
  /** Returns the rank of a cycle from its edge indexes, or infinity if the rank is unknown. @default the gain */
  readonly toRank?: (edges: readonly number[], gain: number) => number
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
  const { pools, maxHops = 4 } = options
  const closing = maxHops === 4 ? [...touched] : [...touched].filter((id) => canClose(graph, id))
  if (closing.length === 0) return { cycles: [], isComplete: true }
  return pools === undefined
    ? search(graph, closing, options)
    : graph.during(pools, () => search(graph, closing, options))
}

/** Returns true if three hops can form a cycle through the pool. Most tokens of a chain trade in one pool only. */
function canClose(graph: PoolGraph, id: Hex): boolean {
  return graph.edgesOf(id).some((edge) => {
    const { out } = graph.neighboursOf(graph.edges.sources[edge] as number)
    return (out[graph.edges.targetPlaces[edge] as number] ?? none).length > 1 || graph.commonOf(edge).length > 0
  })
}

function search(graph: PoolGraph, touched: readonly Hex[], options: CycleSearch): FoundCycles {
  const { limit = 64, toRank, minGain = 0, maxHops = 4, budget = 200_000, since } = options
  const best = createBestCycles(limit, options.leastRank)
  /** A cycle is found from each of its start edges. Only the first of them reports it. */
  const done = new Set<number>()
  const walk: Walk = {
    graph,
    maxHops,
    minGain,
    budget,
    report(edges, gain) {
      if (done.size > 0 && edges.some((edge) => done.has(edge))) return
      best.add(edges, gain, toRank === undefined ? gain : toRank(edges, gain))
      // Cycles with a gain below the lowest kept gain can be skipped.
      if (toRank === undefined) walk.minGain = Math.max(minGain, best.leastRank())
    },
  }
  // Searches short cycles of all pools first, so that the budget is sufficient for them.
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
  // Copies the current state, because edges change with the next block.
  const toLegs = (edges: readonly number[]) => edges.map((edge) => graph.edges.toLeg(edge))
  const cycles = best.toBest().map(({ edges, gain, rank }) => ({ legs: toLegs(edges), gain, rank }))
  return { cycles, isComplete: walk.budget >= 0 }
}

type Found = Omit<Cycle, 'legs'> & { readonly edges: readonly number[] }

const byRank = (a: Found, b: Found) => b.rank - a.rank || b.gain - a.gain

/**
 * Keeps the best cycles with a finite rank and the best with an infinite rank separately, so that neither group
 * displaces the other.
 */
function createBestCycles(limit: number, leastRank = Number.NEGATIVE_INFINITY) {
  /** Sorts only when twice the limit is reached. Most searches find fewer cycles. */
  const capacity = 2 * limit + 16
  let [bounded, unbounded]: [Found[], Found[]] = [[], []]
  let least = leastRank
  const toFirst = (found: Found[]) => found.sort(byRank).slice(0, limit)
  return {
    /** Minimum rank of cycles that are kept. */
    leastRank: (): number => least,
    /** @param edges edge indexes, which are copied */
    add(edges: readonly number[], gain: number, rank: number): void {
      if (rank < least) return
      const found = { edges: [...edges], gain, rank }
      if (rank === Number.POSITIVE_INFINITY) {
        if (unbounded.push(found) >= capacity) unbounded = toFirst(unbounded)
      } else if (bounded.push(found) >= capacity) {
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
  /** Rises to the lowest gain of the kept cycles once the limit is reached. */
  minGain: number
  budget: number
  /** The array of edges is reused after the call. */
  report(edges: readonly number[], gain: number): void
}

/** Returns the weight of an edge before the change, or minus infinity if all usable edges count. */
function toWeightBefore({ edges }: PoolGraph, edge: number, since: CycleSearch['since']): number {
  const before = since?.get((edges.states[edge] as PoolState).id) ?? null
  if (before === null) return Number.NEGATIVE_INFINITY
  return toWeight(before, edges.tokensIn[edge] as Address, edges.tokensOut[edge] as Address)
}

const none: readonly number[] = []

/** Reports cycles of two and three hops that start with an edge. */
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

/** Buffers that are reused for each cycle, because thousands are reported and few are kept. */
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

/** Reports three hops unless two of them share a pool. */
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
        // Upper bound with the best edges. Most paths are discarded here.
        if (last === to || !(soFar + (bestOut[next] as number) + (closing[last] as number) > walk.minGain)) continue
        joinFourth(walk, first, second, thirds, start.into[start.places.get(last) ?? -1] ?? none)
      }
    }
  }
}

/** Returns for each token the highest weight of an edge to the token with these neighbors. */
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
