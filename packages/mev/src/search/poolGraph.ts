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
  readonly poolCount: number
  readonly tokenCount: number
}

const noEdges: readonly Edge[] = []

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
  const byPair = new Map<number, Edge[]>()
  let nextEdge = 0

  const toIndex = (token: Address): number => {
    const known = tokens.get(token)
    if (known !== undefined) return known
    out.push([])
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
        const key = toKey(from, to)
        const parallel = byPair.get(key)
        if (parallel) parallel.push(edge)
        else byPair.set(key, [edge])
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
        drop(byPair.get(toKey(edge.from, edge.to)), edge)
      }
      byPool.delete(id)
    },
    edgesOf: (id) => byPool.get(id) ?? noEdges,
    outOf: (token) => out[token] ?? noEdges,
    between: (from, to) => byPair.get(toKey(from, to)) ?? noEdges,
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

const mostTokens = 2 ** 26

function toKey(from: number, to: number): number {
  return from * mostTokens + to
}

function drop(list: Edge[] | undefined, edge: Edge): void {
  const index = list?.indexOf(edge) ?? -1
  if (index >= 0) list?.splice(index, 1)
}
