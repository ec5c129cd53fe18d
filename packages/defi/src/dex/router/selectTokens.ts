import type { Address } from 'viem'
import type { RouteGraph } from './routeGraph.ts'

/** Largest number of tokens in a search. Tokens with the most trading partners are preferred. */
const mostTokens = 400

/** Returns the tokens on paths between two tokens with at most `maxHops` hops. */
export function selectTokens(
  graph: RouteGraph,
  tokenIn: Address,
  tokenOut: Address,
  maxHops: number,
): readonly Address[] {
  const from = computeDistances(graph, tokenIn, maxHops - 1)
  const to = computeDistances(graph, tokenOut, maxHops - 1)
  const between = [...from].flatMap(([token, distance]) => {
    const rest = to.get(token)
    const isOn = rest !== undefined && distance + rest <= maxHops && token !== tokenIn && token !== tokenOut
    return isOn ? [token] : []
  })
  if (between.length <= mostTokens) return between
  const degrees = new Map(between.map((token) => [token, graph.neighbours(token).length]))
  return between.sort((a, b) => (degrees.get(b) ?? 0) - (degrees.get(a) ?? 0)).slice(0, mostTokens)
}

/** Returns the number of hops from a token, up to a limit. */
function computeDistances(graph: RouteGraph, start: Address, limit: number): ReadonlyMap<Address, number> {
  const distances = new Map<Address, number>([[start, 0]])
  let frontier: readonly Address[] = [start]
  for (let distance = 1; distance <= limit; distance += 1) {
    const next: Address[] = []
    for (const token of frontier)
      for (const neighbour of graph.neighbours(token)) {
        if (distances.has(neighbour)) continue
        distances.set(neighbour, distance)
        next.push(neighbour)
      }
    frontier = next
  }
  return distances
}
