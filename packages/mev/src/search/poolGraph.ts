import { type PoolState, toPoolRate } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import { toVirtualPair, type VirtualPair } from '../sizing/virtualPair.ts'

/** A directed swap: one pool in one direction. */
export type Edge = {
  readonly from: number
  readonly to: number
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly poolId: Hex
  /** The same for both directions of a pool: numbers are compared faster than ids. */
  readonly poolIndex: number
} & EdgeState

/** What a pool's state makes of an edge. */
export type EdgeState = {
  pool: PoolState
  /** The logarithm of what a unit brings after the fee; minus infinity where it brings nothing. */
  weight: number
  /** Null where it is not of constant product. */
  curve: VirtualPair | null
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
  /** The number of a token; -1 where no pool has it. */
  toIndex(token: Address): number
  outOf(token: number): readonly Edge[]
  into(token: number): readonly Edge[]
  /** Those of `outOf` by the token that comes out, and those that give a token by the token that goes in. */
  byTarget(token: number): ReadonlyMap<number, readonly Edge[]>
  bySource(token: number): ReadonlyMap<number, readonly Edge[]>
  readonly poolCount: number
  readonly tokenCount: number
}

export const noEdges: readonly Edge[] = []
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
  const into: Edge[][] = []
  const targets: Map<number, Edge[]>[] = []
  const sources: Map<number, Edge[]>[] = []
  let poolIndex = 0

  const toIndex = (token: Address): number => {
    const known = tokens.get(token)
    if (known !== undefined) return known
    out.push([])
    into.push([])
    targets.push(new Map())
    sources.push(new Map())
    tokens.set(token, out.length - 1)
    return out.length - 1
  }

  function add(pool: PoolState): void {
    const edges: Edge[] = []
    poolIndex += 1
    for (const tokenIn of pool.tokens)
      for (const tokenOut of pool.tokens) {
        if (tokenIn === tokenOut) continue
        const [from, to] = [toIndex(tokenIn), toIndex(tokenOut)]
        const ends = { tokenIn, tokenOut }
        const edge = { poolId: pool.id, poolIndex, from, to, ...ends, ...toEdgeState(pool, ends) }
        edges.push(edge)
        out[from]?.push(edge)
        into[to]?.push(edge)
        const parallel = targets[from]?.get(to)
        if (parallel) parallel.push(edge)
        else {
          const first = [edge]
          targets[from]?.set(to, first)
          sources[to]?.set(from, first)
        }
      }
    byPool.set(pool.id, edges)
  }

  const graph: PoolGraph = {
    update(pool) {
      if (!byPool.has(pool.id)) add(pool)
      else for (const edge of byPool.get(pool.id) ?? []) setState(edge, toEdgeState(pool, edge))
    },
    remove(id) {
      for (const edge of byPool.get(id) ?? []) {
        drop(out[edge.from], edge)
        drop(into[edge.to], edge)
        const parallel = targets[edge.from]?.get(edge.to)
        drop(parallel, edge)
        if (parallel?.length !== 0) continue
        targets[edge.from]?.delete(edge.to)
        sources[edge.to]?.delete(edge.from)
      }
      byPool.delete(id)
    },
    edgesOf: (id) => byPool.get(id) ?? noEdges,
    toIndex: (token) => tokens.get(token) ?? -1,
    outOf: (token) => out[token] ?? noEdges,
    into: (token) => into[token] ?? noEdges,
    byTarget: (token) => targets[token] ?? none,
    bySource: (token) => sources[token] ?? none,
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

export function toEdgeState(pool: PoolState, { tokenIn, tokenOut }: Pick<Edge, 'tokenIn' | 'tokenOut'>): EdgeState {
  return { pool, weight: toWeight(pool, tokenIn, tokenOut), curve: toVirtualPair(pool, tokenIn, tokenOut) }
}

export function toWeight(pool: PoolState, tokenIn: Address, tokenOut: Address): number {
  const weight = Math.log(toPoolRate(pool, tokenIn, tokenOut))
  // What a pool says may be what cannot be.
  return Number.isFinite(weight) ? weight : Number.NEGATIVE_INFINITY
}

/** One by one: `Object.assign` takes several times as long, and every pending swap sets the states of its pools. */
export function setState(edge: Edge, { pool, weight, curve }: EdgeState): void {
  edge.pool = pool
  edge.weight = weight
  edge.curve = curve
}

function drop(list: Edge[] | undefined, edge: Edge): void {
  const index = list?.indexOf(edge) ?? -1
  if (index >= 0) list?.splice(index, 1)
}
