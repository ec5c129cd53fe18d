import type { PoolState } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import { EdgeTable } from './edgeTable.ts'

/** The tokens that trade with one, as lists of the same order. */
export type Neighbours = {
  /** Their numbers. */
  readonly tokens: number[]
  /** Where in the lists a token is. */
  readonly places: Map<number, number>
  /** Numbers of the edges that lead to each of them, and from each. */
  readonly out: (readonly number[])[]
  readonly into: (readonly number[])[]
  /** The only edge of an entry, which is the rule; -1 where it has none or several. Lists lie all over the memory, these side by side. */
  readonly onlyOut: number[]
  readonly onlyInto: number[]
  /** The best weight of each entry of `out` and of `into`; minus infinity where it has no edge. */
  readonly bestOut: number[]
  readonly bestInto: number[]
  /** By place, the neighbours that this token and that one have in common, as far as they were asked for. */
  readonly common: (CommonNeighbours | undefined)[]
}

/** Found once for two tokens, until one of them gets another neighbour. */
type CommonNeighbours = {
  /** The places of each at the source, and then at the target. */
  readonly places: readonly number[]
  readonly atSource: number
  readonly atTarget: number
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
  /** The tokens that trade with both ends of an edge: of each its place at the source, and then at the target. */
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
  const { toIndex, neighboursOf, toEnds, commonOf, note, noteWeight, tokens } = createAdjacency(edges)
  let poolNumber = 0

  function add(pool: PoolState): void {
    poolNumber += 1
    const own: number[] = []
    for (const tokenIn of pool.tokens)
      for (const tokenOut of pool.tokens) {
        if (tokenIn === tokenOut) continue
        const ends = toEnds(toIndex(tokenIn), toIndex(tokenOut))
        const edge = edges.add({ pool: poolNumber, ...ends, tokenIn, tokenOut }, pool)
        note(edge, (parallel) => [...parallel, edge])
        own.push(edge)
      }
    byPool.set(pool.id, own)
  }

  function setAll(pool: PoolState): void {
    for (const edge of byPool.get(pool.id) ?? none) {
      edges.set(edge, pool)
      noteWeight(edge)
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

/** Tokens, and which edges lead from one to another. */
function createAdjacency(edges: EdgeTable) {
  const tokens = new Map<Address, number>()
  const neighbours: Neighbours[] = []
  const neighboursOf = (token: number) => neighbours[token] ?? nobody

  /** Notes the edges from the one token of an edge to the other, and the best weight of them. */
  function note(edge: number, edit: (parallel: readonly number[]) => readonly number[]): void {
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
    noteWeight(edge)
  }

  /** The same where only the weight of the edge has changed. */
  function noteWeight(edge: number): void {
    const source = neighboursOf(edges.sources[edge] as number)
    const place = edges.targetPlaces[edge] as number
    const best = edges.toBest(source.out[place] ?? none)
    source.bestOut[place] = best
    neighboursOf(edges.targets[edge] as number).bestInto[edges.sourcePlaces[edge] as number] = best
  }

  return {
    tokens,
    neighboursOf,
    note,
    noteWeight,
    /** The ends of an edge, and their places at each other. */
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
    /** The number of a token, which it gets when it is first asked for. */
    toIndex(token: Address): number {
      const known = tokens.get(token)
      if (known !== undefined) return known
      tokens.set(token, neighbours.length)
      return neighbours.push(createNeighbours()) - 1
    },
  }
}

/** A token keeps its place when its last pool goes. */
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

/** From the token with fewer neighbours: the other may have thousands. */
function findCommon(source: Neighbours, target: Neighbours): readonly number[] {
  const isSourceFew = source.tokens.length < target.tokens.length
  const [few, many] = isSourceFew ? [source, target] : [target, source]
  return few.tokens.flatMap((token, place) => {
    const other = many.places.get(token)
    if (other === undefined) return []
    return isSourceFew ? [place, other] : [other, place]
  })
}
