import type { Address } from 'viem'
import type { Edge, Path, RouteGraph } from './routeGraph.ts'
import { selectTokens } from './selectTokens.ts'

/** A token on some way from one to the other. */
export type SearchNode = {
  readonly token: Address
  readonly groups: readonly EdgeGroup[]
  /** The group that leads to the end, if there is one. */
  readonly last: readonly EdgeGroup[]
  /** By the number of hops that are left: what a unit can bring of the end's token at most; 0 where it does not get there. */
  readonly reaches: readonly number[]
}

/** The pools from one token to another, best rate first. */
export type EdgeGroup = { readonly target: SearchNode; readonly edges: readonly Edge[]; readonly rate: number }

/** The part of a graph in which the routes between two tokens lie. */
export type RouteSearch = { readonly start: SearchNode; readonly end: SearchNode; readonly maxHops: number }

type Draft = {
  readonly [key in keyof SearchNode]: SearchNode[key] extends readonly (infer item)[] ? item[] : SearchNode[key]
}

/** The tokens between two, and how far each is from the end: made once for all amounts. */
export function createRouteSearch(
  graph: RouteGraph,
  tokenIn: Address,
  tokenOut: Address,
  maxHops: number,
): RouteSearch {
  const tokens = [tokenIn, ...selectTokens(graph, tokenIn, tokenOut, maxHops), tokenOut]
  const nodes = new Map<Address, Draft>(
    tokens.map((token) => [token, { token, groups: [], last: [], reaches: [token === tokenOut ? 1 : 0] }]),
  )
  const [start, end] = [nodes.get(tokenIn) as Draft, nodes.get(tokenOut) as Draft]
  for (const node of nodes.values()) {
    if (node === end) continue
    for (const neighbour of graph.neighbours(node.token)) {
      const target = nodes.get(neighbour)
      if (target === undefined || target === start) continue
      const edges = graph.between(node.token, neighbour)
      const [first] = edges
      if (first === undefined) continue
      const group = { target, edges, rate: first.rate }
      node.groups.push(group)
      if (target === end) node.last.push(group)
    }
  }
  for (let hops = 1; hops <= maxHops; hops += 1) for (const node of nodes.values()) addReach(node, hops)
  return { start, end, maxHops }
}

/** The product of the best rates, over pools that are full, from what the nodes reach with a hop less. */
function addReach({ groups, reaches }: Draft, hops: number): void {
  let most = reaches[hops - 1] ?? 0
  for (const { target, rate } of groups) most = Math.max(most, rate * (target.reaches[hops - 1] ?? 0))
  reaches[hops] = most
}

/**
 * Of each number of hops the path with the best rates. For a small amount it is the best there is; for others it says what
 * a search has to beat.
 */
export function listSteepestPaths({ start, end, maxHops }: RouteSearch): readonly Path[] {
  return Array.from({ length: maxHops }, (_, index) => climb(start, end, index + 1)).filter((path) => path !== null)
}

function climb(start: SearchNode, end: SearchNode, hops: number): Path | null {
  const path: Edge[] = []
  for (let node = start, left = hops; left > 0; left -= 1) {
    const groups = left === 1 ? node.last : node.groups
    const reachOf = ({ target, rate }: EdgeGroup) => rate * (target.reaches[left - 1] ?? 0)
    const best = groups.reduce<EdgeGroup | null>(
      (most, one) => (most && reachOf(most) >= reachOf(one) ? most : one),
      null,
    )
    const edge = best?.edges.find(({ pool }) => path.every((before) => before.pool.id !== pool.id))
    if (!best || !edge || (best.target === end && left > 1)) return null
    path.push(edge)
    node = best.target
  }
  return path
}
