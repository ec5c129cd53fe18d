import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import { EdgeTable } from './edgeTable.ts'

/** Tokens that trade with a token, as parallel lists. */
export type Neighbours = {
  /** Token indexes. */
  readonly tokens: number[]
  /** Position of each token in the lists. */
  readonly places: Map<number, number>
  /** Edges to each neighbor (`out`) and from each neighbor (`into`). */
  readonly out: (readonly number[])[]
  readonly into: (readonly number[])[]
  /** The only edge of an entry, which is the common case. -1 for none or several. Faster to read than the nested lists. */
  readonly onlyOut: number[]
  readonly onlyInto: number[]
  /** Highest weight of each entry of `out` and `into`. Minus infinity without an edge. */
  readonly bestOut: number[]
  readonly bestInto: number[]
  /** Common neighbors with each neighbor, computed on demand. */
  readonly common: (CommonNeighbours | undefined)[]
}

/** Common neighbors of two tokens. Cached until one of them gets another neighbor. */
type CommonNeighbours = {
  /** Position of each common neighbor at the source, followed by its position at the target. */
  readonly places: readonly number[]
  readonly atSource: number
  readonly atTarget: number
}

/**
 * Graph of tokens with pools as edges. Weights are logarithms of marginal rates. A cycle with a positive total weight is
 * profitable for small amounts.
 */
export type PoolGraph = {
  /** Adds a pool or replaces its state. */
  update(pool: PoolState): void
  remove(pool: Hex): void
  /** Calls a function with temporary states of some pools. */
  during<result>(pools: ReadonlyMap<Hex, PoolState>, call: () => result): result
  /** Directed swaps by edge index. */
  readonly edges: EdgeTable
  /** Returns the edges of a pool. */
  edgesOf(pool: Hex): readonly number[]
  /** Returns the index of a token, or -1 if no pool has it. */
  toIndex(token: Address): number
  neighboursOf(token: number): Neighbours
  /**
   * Returns the common neighbors of an edge's tokens: the position of each at the source, followed by its position at the target.
   */
  commonOf(edge: number): readonly number[]
  readonly poolCount: number
  readonly tokenCount: number
}

const none: readonly number[] = []
const createNeighbours = (): Neighbours => ({
  tokens: [],
  places: new Map(),
  out: [],
  into: [],
  onlyOut: [],
  onlyInto: [],
  bestOut: [],
  bestInto: [],
  common: [],
})
const noNeighbors = createNeighbours()

/**
 * Creates a graph of tokens whose edges are pools, for `findCycles`.
 *
 * @example
 * const graph = createPoolGraph(snapshotPools)
 */
export function createPoolGraph(pools: Iterable<PoolState> = []): PoolGraph {
  const byPool = new Map<Hex, readonly number[]>()
  const edges = new EdgeTable()
  const { toIndex, neighboursOf, toEnds, commonOf, updateEdges, updateWeight, tokens } = createAdjacency(edges)
  let poolNumber = 0

  function add(pool: PoolState): void {
    poolNumber += 1
    const own: number[] = []
    for (const tokenIn of pool.tokens)
      for (const tokenOut of pool.tokens) {
        if (tokenIn === tokenOut) continue
        const ends = toEnds(toIndex(tokenIn), toIndex(tokenOut))
        const edge = edges.add({ pool: poolNumber, ...ends, tokenIn, tokenOut }, pool)
        updateEdges(edge, (parallel) => [...parallel, edge])
        own.push(edge)
      }
    byPool.set(pool.id, own)
  }

  function setAll(pool: PoolState): void {
    for (const edge of byPool.get(pool.id) ?? none) {
      edges.set(edge, pool)
      updateWeight(edge)
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
        updateEdges(edge, (parallel) => parallel.filter((one) => one !== edge))
        edges.remove(edge)
      }
      byPool.delete(id)
    },
    during(states, call) {
      const before: PoolState[] = []
      for (const pool of states.values()) {
        const [edge = -1] = byPool.get(pool.id) ?? none
        const present = edges.states[edge]
        if (present !== undefined) before.push(present)
        setAll(pool)
      }
      try {
        return call()
      } finally {
        for (const pool of before) setAll(pool)
      }
    },
    edgesOf: (id) => byPool.get(id) ?? none,
    toIndex: (token) => tokens.get(token) ?? -1,
    neighboursOf,
    commonOf,
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

/** Creates the table of tokens and of the edges between them. */
function createAdjacency(edges: EdgeTable) {
  const tokens = new Map<Address, number>()
  const neighbours: Neighbours[] = []
  const neighboursOf = (token: number) => neighbours[token] ?? noNeighbors

  /** Updates the parallel edges between two tokens and their highest weight. */
  function updateEdges(edge: number, edit: (parallel: readonly number[]) => readonly number[]): void {
    const source = neighboursOf(edges.sources[edge] as number)
    const target = neighboursOf(edges.targets[edge] as number)
    const place = edges.targetPlaces[edge] as number
    const placeInTarget = edges.sourcePlaces[edge] as number
    const parallel = edit(source.out[place] ?? none)
    const only = parallel.length === 1 ? (parallel[0] as number) : -1
    source.out[place] = parallel
    source.onlyOut[place] = only
    target.into[placeInTarget] = parallel
    target.onlyInto[placeInTarget] = only
    updateWeight(edge)
  }

  /** Updates the highest weight after a change of one edge's weight. */
  function updateWeight(edge: number): void {
    const source = neighboursOf(edges.sources[edge] as number)
    const place = edges.targetPlaces[edge] as number
    const best = edges.toBest(source.out[place] ?? none)
    source.bestOut[place] = best
    neighboursOf(edges.targets[edge] as number).bestInto[edges.sourcePlaces[edge] as number] = best
  }

  return {
    tokens,
    neighboursOf,
    updateEdges,
    updateWeight,
    /** Returns the ends of an edge and their positions in each other's lists. */
    toEnds(source: number, target: number) {
      const targetPlace = findPlace(neighboursOf(source), target)
      return { source, target, targetPlace, sourcePlace: findPlace(neighboursOf(target), source) }
    },
    commonOf(edge: number): readonly number[] {
      const [source, target] = [
        neighboursOf(edges.sources[edge] as number),
        neighboursOf(edges.targets[edge] as number),
      ]
      const place = edges.targetPlaces[edge] as number
      const [atSource, atTarget] = [source.tokens.length, target.tokens.length]
      const known = source.common[place]
      if (known !== undefined && known.atSource === atSource && known.atTarget === atTarget) return known.places
      const places = findCommon(source, target)
      source.common[place] = { places, atSource, atTarget }
      return places
    },
    /** Returns the index of a token. A new token gets the next index. */
    toIndex(token: Address): number {
      const known = tokens.get(token)
      if (known !== undefined) return known
      tokens.set(token, neighbours.length)
      return neighbours.push(createNeighbours()) - 1
    },
  }
}

/** Returns the position of a neighbor. A token keeps its position after its last pool was removed. */
function findPlace(neighbours: Neighbours, token: number): number {
  const { tokens, places } = neighbours
  const known = places.get(token)
  if (known !== undefined) return known
  places.set(token, tokens.length)
  for (const lists of [neighbours.out, neighbours.into]) lists.push(none)
  for (const only of [neighbours.onlyOut, neighbours.onlyInto]) only.push(-1)
  for (const best of [neighbours.bestOut, neighbours.bestInto]) best.push(Number.NEGATIVE_INFINITY)
  neighbours.common.push(undefined)
  return tokens.push(token) - 1
}

/** Iterates over the token with fewer neighbors, because the other may have thousands. */
function findCommon(source: Neighbours, target: Neighbours): readonly number[] {
  const isSourceFew = source.tokens.length < target.tokens.length
  const [few, many] = isSourceFew ? [source, target] : [target, source]
  return few.tokens.flatMap((token, place) => {
    const other = many.places.get(token)
    if (other === undefined) return []
    return isSourceFew ? [place, other] : [other, place]
  })
}
