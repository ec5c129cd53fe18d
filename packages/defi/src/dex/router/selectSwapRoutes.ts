import { findBestPath } from './findBestPath.ts'
import { type Edge, type Path, quotePath, type RouteGraph, toPathId } from './routeGraph.ts'
import { createRouteSearch, type RouteSearch } from './routeSearch.ts'
import { computePathGas } from './swapGas.ts'
import type { Hop, SwapRoute } from './swapRoute.ts'

const maxHops = 2
/** Routes are searched for several sizes: the deepest pool's reserve divided by each of these. */
const shares = [100_000, 10_000, 1_000, 100, 10]
/** Gas of paying a pool from the seller, because a hop without a router does not pay the next pool. */
const paymentGas = 20_000n

/** The route from a token to itself: no hops. */
export const emptyRoute: SwapRoute = { hops: [], gas: 0n, quote: (amountIn) => amountIn }

/**
 * Selects the two best routes through one or two pools for each of several sizes, the best for a small size first.
 * Token addresses are lower case.
 */
export function selectSwapRoutes(
  graph: RouteGraph,
  tokenIn: Edge['tokenIn'],
  tokenOut: Edge['tokenOut'],
): readonly SwapRoute[] {
  const search = createRouteSearch(graph, tokenIn, tokenOut, maxHops)
  const depths = graph
    .neighbours(tokenIn)
    .flatMap((token) => graph.between(token, tokenIn).map(({ depth }) => depth))
    .filter(Number.isFinite)
  const deepest = Math.max(0, ...depths)
  const selected = new Map<string, SwapRoute>()
  for (const share of shares)
    for (const path of findTwoBest(search, BigInt(Math.floor(deepest / share)))) {
      const id = toPathId(path)
      if (!selected.has(id)) selected.set(id, toSwapRoute(path))
    }
  return [...selected.values()]
}

/** Finds the best path and the second best, which lacks at least one pool of the best. */
function findTwoBest(search: RouteSearch, amountIn: bigint): readonly Path[] {
  const find = (...avoided: Path) =>
    findBestPath(search, { amountIn, without: new Set(avoided.map(({ pool }) => pool.id)), outPerGas: 0 })
  const best = find()
  if (best === null) return []
  const others = best.path.map((edge) => find(edge)).filter((other) => other !== null)
  const [second] = others.sort((a, b) => (a.amountOut < b.amountOut ? 1 : -1))
  return second === undefined ? [best.path] : [best.path, second.path]
}

function toSwapRoute(path: Path): SwapRoute {
  return {
    hops: path.map(toHop),
    gas: computePathGas(path) + paymentGas * BigInt(path.length),
    quote: (amountIn) => quotePath(path, amountIn),
  }
}

function toHop(edge: Edge): Hop {
  const { pool, tokenIn, tokenOut } = edge
  return {
    dex: pool.dex,
    pool: pool.address,
    tokenIn,
    tokenOut,
    fee: pool.kind === 'ticks' ? pool.fee : null,
    quote: (amountIn) => quotePath([edge], amountIn),
  }
}
