import type { Address } from 'viem'
import type { Edge, Path, RouteGraph } from './routeGraph.ts'
import { selectTokens } from './selectTokens.ts'

/** A token on a path between the two tokens. */
export type SearchNode = {
  readonly token: Address
  readonly groups: readonly EdgeGroup[]
  /** The group that leads to the end, if any. */
  readonly last: readonly EdgeGroup[]
  /** Upper bound of the end token per unit, by the number of hops left; 0 if the end is out of reach. */
  readonly reaches: readonly number[]
}

/** The pools from one token to another, best rate first. */
type EdgeGroup = { readonly target: SearchNode; readonly edges: readonly Edge[]; readonly rate: number }

/** The part of a graph with the routes between two tokens. */
export type RouteSearch = { readonly start: SearchNode; readonly end: SearchNode; readonly maxHops: number }

type Draft = {
  readonly [key in keyof SearchNode]: SearchNode[key] extends readonly (infer item)[] ? item[] : SearchNode[key]
}

/** Finds the tokens between two tokens and their distance to the end. Created once for all amounts. */
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
    if (node !== end) node.groups.push(...listGroups(graph, node, start, nodes))
    node.last.push(...node.groups.filter(({ target }) => target === end))
  }
  for (let hops = 1; hops <= maxHops; hops += 1) for (const node of nodes.values()) addReach(node, hops)
  return { start, end, maxHops }
}

/** Lists the pools from a token to each other token of the search, except to its start. */
function listGroups(
  graph: RouteGraph,
  { token }: SearchNode,
  start: SearchNode,
  nodes: ReadonlyMap<Address, SearchNode>,
): readonly EdgeGroup[] {
  return graph.neighbours(token).flatMap((neighbor) => {
    const target = nodes.get(neighbor)
    if (target === undefined || target === start) return []
    const edges = graph.between(token, neighbor)
    const [first] = edges
    return first === undefined ? [] : [{ target, edges, rate: first.rate }]
  })
}

/** Computes the product of the best rates with one more hop, including full pools. */
function addReach({ groups, reaches }: Draft, hops: number): void {
  let most = reaches[hops - 1] ?? 0
  for (const { target, rate } of groups) most = Math.max(most, rate * (target.reaches[hops - 1] ?? 0))
  reaches[hops] = most
}

/**
 * Returns the path with the best rates for each number of hops. For a small amount this is the best path. For other
 * amounts its output is the minimum that a search must exceed.
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
