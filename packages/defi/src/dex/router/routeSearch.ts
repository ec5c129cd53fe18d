import type { Address } from 'viem'
import type { Edge, RouteGraph } from './routeGraph.ts'
import { selectTokens } from './selectTokens.ts'

/** The part of a graph in which the routes between two tokens lie. */
export type RouteSearch = {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly maxHops: number
  /** Pools that lead on from a token, those to one token together, best rate first. */
  edgesFrom(token: Address): readonly (readonly Edge[])[]
  /** What a unit of a token can bring of `tokenOut` at most within so many hops; 0 where it does not get there. */
  reach(token: Address, hops: number): number
}

/** The tokens between two, and how far each is from the end: made once for all amounts. */
export function createRouteSearch(
  graph: RouteGraph,
  tokenIn: Address,
  tokenOut: Address,
  maxHops: number,
): RouteSearch {
  const between = new Set([...selectTokens(graph, tokenIn, tokenOut, maxHops), tokenOut])
  const edges = new Map<Address, readonly (readonly Edge[])[]>()
  for (const token of [tokenIn, ...between]) {
    const targets = graph.neighbours(token).filter((target) => target !== tokenIn && between.has(target))
    edges.set(
      token,
      targets.map((target) => graph.between(token, target)).filter(({ length }) => length > 0),
    )
  }
  const reaches = computeReaches(edges, tokenOut, maxHops)
  return {
    ...{ tokenIn, tokenOut, maxHops },
    edgesFrom: (token) => edges.get(token) ?? [],
    reach: (token, hops) => reaches[hops]?.get(token) ?? 0,
  }
}

/** By the number of hops that are left: products of the best rates, over pools that are full. */
function computeReaches(
  edges: ReadonlyMap<Address, readonly (readonly Edge[])[]>,
  tokenOut: Address,
  maxHops: number,
): readonly ReadonlyMap<Address, number>[] {
  const reaches: ReadonlyMap<Address, number>[] = [new Map([[tokenOut, 1]])]
  for (let hop = 1; hop <= maxHops; hop += 1) {
    const before = reaches[hop - 1] as ReadonlyMap<Address, number>
    const next = new Map(before)
    for (const [token, groups] of edges)
      for (const [first] of groups) {
        if (first === undefined) continue
        const value = first.rate * (before.get(first.tokenOut) ?? 0)
        if (value > (next.get(token) ?? 0)) next.set(token, value)
      }
    reaches.push(next)
  }
  return reaches
}
