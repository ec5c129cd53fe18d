import { type PoolState, toPoolRate } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'

/** A directed swap: one pool in one direction. `weight` is the logarithm of what a unit brings after the fee. */
export type Edge = {
  readonly id: number
  readonly pool: Hex
  readonly from: number
  readonly to: number
  readonly tokenIn: Address
  readonly tokenOut: Address
  weight: number
}

/**
 * Pools as a graph of tokens, with the logarithms of their rates: a cycle whose weights add up to more than zero gives back
 * more than it takes, as long as the amount is small.
 */
export type PoolGraph = {
  /** Takes a pool in, or its new state. */
  update(pool: PoolState): void
  remove(pool: Hex): void
  /** Directed swaps of a pool. */
  edgesOf(pool: Hex): readonly Edge[]
  outOf(token: number): readonly Edge[]
  between(from: number, to: number): readonly Edge[]
  /** Tokens that a token trades against. */
  neighbours(token: number): Iterable<number>
  neighbourCount(token: number): number
  readonly poolCount: number
  readonly tokenCount: number
}

const noEdges: readonly Edge[] = []
const none: ReadonlyMap<number, Edge[]> = new Map()

/**
 * A graph of tokens, whose edges are pools; `findCycles` walks it.
 *
 * @example
 * const graph = createPoolGraph(snapshotPools)
 */
export function createPoolGraph(pools: Iterable<PoolState> = []): PoolGraph {
  const tokens = new Map<Address, number>()
  const byPool = new Map<Hex, Edge[]>()
  const out: Edge[][] = []
  /** By the token that goes in, then by the one that comes out. */
  const byPair: Map<number, Edge[]>[] = []
  let nextEdge = 0

  const toIndex = (token: Address): number => {
    const known = tokens.get(token)
    if (known !== undefined) return known
    out.push([])
    byPair.push(new Map())
    tokens.set(token, out.length - 1)
    return out.length - 1
  }

  function add(pool: PoolState): void {
    const edges: Edge[] = []
    for (const tokenIn of pool.tokens)
      for (const tokenOut of pool.tokens) {
        if (tokenIn === tokenOut) continue
        const [from, to] = [toIndex(tokenIn), toIndex(tokenOut)]
        const edge = { id: nextEdge++, pool: pool.id, from, to, tokenIn, tokenOut, weight: Number.NEGATIVE_INFINITY }
        edges.push(edge)
        out[from]?.push(edge)
        const parallel = byPair[from]?.get(to)
        if (parallel) parallel.push(edge)
        else byPair[from]?.set(to, [edge])
      }
    byPool.set(pool.id, edges)
  }

  const graph: PoolGraph = {
    update(pool) {
      if (!byPool.has(pool.id)) add(pool)
      for (const edge of byPool.get(pool.id) ?? []) edge.weight = toWeight(pool, edge)
    },
    remove(id) {
      for (const edge of byPool.get(id) ?? []) {
        drop(out[edge.from], edge)
        const parallel = byPair[edge.from]?.get(edge.to)
        drop(parallel, edge)
        if (parallel?.length === 0) byPair[edge.from]?.delete(edge.to)
      }
      byPool.delete(id)
    },
    edgesOf: (id) => byPool.get(id) ?? noEdges,
    outOf: (token) => out[token] ?? noEdges,
    between: (from, to) => byPair[from]?.get(to) ?? noEdges,
    neighbours: (token) => (byPair[token] ?? none).keys(),
    neighbourCount: (token) => (byPair[token] ?? none).size,
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

/** Minus infinity where a pool gives nothing, or says what cannot be. */
export function toWeight(pool: PoolState, { tokenIn, tokenOut }: Pick<Edge, 'tokenIn' | 'tokenOut'>): number {
  const weight = Math.log(toPoolRate(pool, tokenIn, tokenOut))
  return Number.isFinite(weight) ? weight : Number.NEGATIVE_INFINITY
}

function drop(list: Edge[] | undefined, edge: Edge): void {
  const index = list?.indexOf(edge) ?? -1
  if (index >= 0) list?.splice(index, 1)
}
