import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import type { CurvedLeg } from '../sizing/virtualPair.ts'
import { type EdgeState, EdgeTable, toEdgeState } from './edgeTable.ts'

/** The tokens that trade with one, as lists of the same order. */
export type Neighbours = {
  /** Their numbers. */
  readonly tokens: number[]
  /** Where in the lists a token is. */
  readonly places: Map<number, number>
  /** Numbers of the edges that lead to each of them, and from each. */
  readonly out: (readonly number[])[]
  readonly into: (readonly number[])[]
  /** The best weight of each entry of `out` and of `into`; minus infinity where it has no edge. */
  readonly bestOut: number[]
  readonly bestInto: number[]
}

/**
 * Pools as a graph of tokens, with the logarithms of their rates: a cycle whose weights add up to more than zero gives back
 * more than it takes, as long as the amount is small.
 */
export type PoolGraph = {
  /** Takes a pool in, or its new state. */
  update(pool: PoolState): void
  remove(pool: Hex): void
  /** Calls with other states of some pools, which stand until it returns. */
  during<result>(pools: ReadonlyMap<Hex, PoolState>, call: () => result): result
  /** Directed swaps, by number. */
  readonly edges: EdgeTable
  /** Those of a pool. */
  edgesOf(pool: Hex): readonly number[]
  /** The number of a token; -1 where no pool has it. */
  toIndex(token: Address): number
  neighboursOf(token: number): Neighbours
  readonly poolCount: number
  readonly tokenCount: number
}

const none: readonly number[] = []
const createNeighbours = (): Neighbours => ({
  ...{ tokens: [], places: new Map(), out: [], into: [], bestOut: [], bestInto: [] },
})
const nobody = createNeighbours()

/**
 * A graph of tokens, whose edges are pools; `findCycles` walks it.
 *
 * @example
 * const graph = createPoolGraph(snapshotPools)
 */
export function createPoolGraph(pools: Iterable<PoolState> = []): PoolGraph {
  const byPool = new Map<Hex, readonly number[]>()
  const edges = new EdgeTable()
  const { toIndex, neighboursOf, note, tokens } = createAdjacency(edges)
  let poolNumber = 0

  function add(pool: PoolState): void {
    poolNumber += 1
    const own: number[] = []
    for (const tokenIn of pool.tokens)
      for (const tokenOut of pool.tokens) {
        if (tokenIn === tokenOut) continue
        const edge = edges.add(poolNumber, toIndex(tokenIn), toIndex(tokenOut), toEdgeState(pool, tokenIn, tokenOut))
        note(edge, (parallel) => [...parallel, edge])
        own.push(edge)
      }
    byPool.set(pool.id, own)
  }

  function set(edge: number, state: EdgeState): void {
    edges.set(edge, state)
    note(edge)
  }

  function setAll(pool: PoolState): void {
    for (const edge of byPool.get(pool.id) ?? none) {
      const { tokenIn, tokenOut } = edges.legs[edge] as CurvedLeg
      set(edge, toEdgeState(pool, tokenIn, tokenOut))
    }
  }

  const graph: PoolGraph = {
    edges,
    update(pool) {
      if (byPool.has(pool.id)) setAll(pool)
      else add(pool)
    },
    remove(id) {
      for (const edge of byPool.get(id) ?? none) {
        note(edge, (parallel) => parallel.filter((one) => one !== edge))
        edges.remove(edge)
      }
      byPool.delete(id)
    },
    during(states, call) {
      const changed = [...states.keys()].flatMap((id) => byPool.get(id) ?? none)
      const before = changed.map((edge) => edges.get(edge))
      for (const pool of states.values()) setAll(pool)
      try {
        return call()
      } finally {
        for (const [index, edge] of changed.entries()) set(edge, before[index] as EdgeState)
      }
    },
    edgesOf: (id) => byPool.get(id) ?? none,
    toIndex: (token) => tokens.get(token) ?? -1,
    neighboursOf,
    get poolCount() {
      return byPool.size
    },
    get tokenCount() {
      return tokens.size
    },
  }
  for (const pool of pools) graph.update(pool)
  return graph
}

/** Tokens, and which edges lead from one to another. */
function createAdjacency(edges: EdgeTable) {
  const tokens = new Map<Address, number>()
  const neighbours: Neighbours[] = []
  const neighboursOf = (token: number) => neighbours[token] ?? nobody
  return {
    ...{ tokens, neighboursOf },
    /** The number of a token, which it gets when it is first asked for. */
    toIndex(token: Address): number {
      const known = tokens.get(token)
      if (known !== undefined) return known
      tokens.set(token, neighbours.length)
      return neighbours.push(createNeighbours()) - 1
    },
    /** Notes the best weight of all edges from the one token of an edge to the other, and which ones they are. */
    note(edge: number, edit?: (parallel: readonly number[]) => readonly number[]): void {
      const [from, to] = [edges.sources[edge] as number, edges.targets[edge] as number]
      const [source, target] = [neighboursOf(from), neighboursOf(to)]
      const [place, placeInTarget] = [findPlace(source, to), findPlace(target, from)]
      const parallel = edit ? edit(source.out[place] ?? none) : (source.out[place] ?? none)
      const best = edges.toBest(parallel)
      source.out[place] = parallel
      source.bestOut[place] = best
      target.into[placeInTarget] = parallel
      target.bestInto[placeInTarget] = best
    },
  }
}

/** A token keeps its place when its last pool goes. */
function findPlace({ tokens, places, out, into, bestOut, bestInto }: Neighbours, token: number): number {
  const known = places.get(token)
  if (known !== undefined) return known
  places.set(token, tokens.length)
  out.push(none)
  into.push(none)
  bestOut.push(Number.NEGATIVE_INFINITY)
  bestInto.push(Number.NEGATIVE_INFINITY)
  return tokens.push(token) - 1
}
