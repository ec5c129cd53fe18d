import { getOrCreate } from '@outrigger/core/internal'
import { type PoolState, toPoolRate } from '@outrigger/defi/internal'
import type { Address, Hex } from 'viem'
import { type CurvedLeg, toCurvedLeg } from '../sizing/virtualPair.ts'

/** Token of a graph. */
export type TokenNode = {
  /** Edges to each neighbor, highest weight first. Two neighbors have edges in both directions. */
  readonly out: Map<TokenNode, readonly Edge[]>
}

/** Swap in one pool and direction, with the current state of the pool. */
export type Edge = { -readonly [field in keyof CurvedLeg]: CurvedLeg[field] } & {
  readonly source: TokenNode
  readonly target: TokenNode
  /** See `toWeight`. */
  weight: number
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
  /** Returns the edges of a pool. */
  edgesOf(pool: Hex): readonly Edge[]
}

const none: readonly Edge[] = []

/**
 * Creates a graph of tokens whose edges are pools, for `findCycles`.
 *
 * @example
 * const graph = createPoolGraph(snapshotPools)
 */
export function createPoolGraph(pools: Iterable<PoolState> = []): PoolGraph {
  const byPool = new Map<Hex, readonly Edge[]>()
  const nodes = new Map<Address, TokenNode>()
  const toNode = (token: Address) => getOrCreate(nodes, token, (): TokenNode => ({ out: new Map() }))
  const toEdge = (pool: PoolState, tokenIn: Address, tokenOut: Address): Edge => ({
    ...toCurvedLeg({ pool, tokenIn, tokenOut }),
    source: toNode(tokenIn),
    target: toNode(tokenOut),
    weight: toWeight(pool, tokenIn, tokenOut),
  })

  function add(pool: PoolState): void {
    const own = pool.tokens.flatMap((tokenIn) =>
      pool.tokens.filter((tokenOut) => tokenOut !== tokenIn).map((tokenOut) => toEdge(pool, tokenIn, tokenOut)),
    )
    byPool.set(pool.id, own)
    for (const edge of own) sortParallel(edge, [...toParallel(edge), edge])
  }

  function setState(pool: PoolState): void {
    for (const edge of byPool.get(pool.id) ?? none) {
      const { tokenIn, tokenOut } = edge
      Object.assign(edge, toCurvedLeg({ pool, tokenIn, tokenOut }))
      edge.weight = toWeight(pool, tokenIn, tokenOut)
      const parallel = toParallel(edge)
      if (parallel.length > 1) sortParallel(edge, [...parallel])
    }
  }

  const graph: PoolGraph = {
    update: (pool) => (byPool.has(pool.id) ? setState(pool) : add(pool)),
    remove(id) {
      for (const edge of byPool.get(id) ?? none)
        sortParallel(
          edge,
          toParallel(edge).filter((one) => one !== edge),
        )
      byPool.delete(id)
    },
    during(states, call) {
      const before = [...states.keys()].flatMap((id) => byPool.get(id)?.[0]?.pool ?? [])
      states.forEach(setState)
      try {
        return call()
      } finally {
        before.forEach(setState)
      }
    },
    edgesOf: (id) => byPool.get(id) ?? none,
  }
  for (const pool of pools) graph.update(pool)
  return graph
}

/** Returns the edges between the same tokens in the same direction. */
const toParallel = ({ source, target }: Edge) => source.out.get(target) ?? none

function sortParallel({ source, target }: Edge, edges: Edge[]): void {
  if (edges.length === 0) source.out.delete(target)
  else
    source.out.set(
      target,
      edges.sort((a, b) => b.weight - a.weight),
    )
}

/** Returns the logarithm of the marginal rate after the fee, or minus infinity if the swap returns nothing. */
export function toWeight(pool: PoolState, tokenIn: Address, tokenOut: Address): number {
  const weight = Math.log(toPoolRate(pool, tokenIn, tokenOut))
  // The state of a pool may contain arbitrary values.
  return Number.isFinite(weight) ? weight : Number.NEGATIVE_INFINITY
}
