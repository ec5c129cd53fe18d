import type { Hex } from 'viem'
import { quotePool } from '../poolKinds.ts'
import { boundOutput, type Edge, type Path } from './routeGraph.ts'
import type { RouteSearch, SearchNode } from './routeSearch.ts'
import { computePathGas } from './swapGas.ts'

type PathRequest = {
  readonly amountIn: bigint
  /** Pools to avoid. */
  readonly without: ReadonlySet<Hex>
  /** Price of one unit of gas in the output token. */
  readonly outPerGas: number
  /** Only paths that bring more than this are found. @default 0 */
  readonly atLeast?: number
}

/** A path with its output. `net` is after gas, in floating point. */
export type FoundPath = { readonly path: Path; readonly amountOut: bigint; readonly net: number }

/** A partial path to a token with the amount that arrives. `size` is the same in floating point. */
type Way = { readonly amount: bigint; readonly size: number; readonly path: Path }
/** Partial paths by their last token, largest first. */
type Frontier = Map<SearchNode, Way[]>

/** Number of partial paths kept per token at each step. The best one may use a pool that a later step needs. */
const waysPerToken = 2
/** Factor for the error of floating-point rates. */
const slack = 1 + 1e-9

/**
 * Finds the path with the largest output after gas for an exact input, or null. The search goes hop by hop. A larger
 * input never gives a smaller output, so the best path to a token with a number of hops is part of the best longer
 * path. Outputs are the pools' exact integers. A pool is not quoted if rates alone show that it cannot beat the best
 * known path.
 */
export function findBestPath({ start, end, maxHops }: RouteSearch, request: PathRequest): FoundPath | null {
  const { amountIn, outPerGas, without, atLeast = 0 } = request
  let frontier: Frontier = new Map([[start, [{ amount: amountIn, size: Number(amountIn), path: [] }]]])
  let best: FoundPath | null = null
  for (let hop = 1; hop <= maxHops && frontier.size > 0; hop += 1) {
    const next: Frontier = new Map()
    const least = Math.max(best?.net ?? 0, atLeast)
    for (const [node, ways] of frontier) advance(next, node, ways, { left: maxHops - hop, least, without })
    for (const { amount, path } of next.get(end) ?? []) {
      const net = Number(amount) - outPerGas * Number(computePathGas(path))
      if (best === null || net > best.net) best = { path, amountOut: amount, net }
    }
    next.delete(end)
    frontier = next
  }
  return best
}

type Step = {
  /** Number of hops after this one. */
  readonly left: number
  /** The output to beat. */
  readonly least: number
  readonly without: ReadonlySet<Hex>
}

/** Extends the partial paths of a token by one hop. */
function advance(next: Frontier, node: SearchNode, ways: readonly Way[], { left, least, without }: Step): void {
  const most = (ways[0]?.size ?? 0) * slack
  if (most * (node.reaches[left + 1] ?? 0) <= least) return
  for (const { target, edges, rate } of left === 0 ? node.last : node.groups) {
    const reach = target.reaches[left] ?? 0
    const needed = least / reach
    if (reach === 0 || most * rate <= needed) continue
    const known = next.get(target) ?? []
    extendAll(known, ways, edges, needed, without)
    if (known.length > 0) next.set(target, known)
  }
}

/** Extends partial paths by each pool until a lower rate cannot bring enough. */
function extendAll(
  known: Way[],
  ways: readonly Way[],
  edges: readonly Edge[],
  least: number,
  without: ReadonlySet<Hex>,
): void {
  for (const edge of edges) if (!extend(known, ways, edge, least, without)) return
}

/**
 * Extends partial paths by one pool, and keeps the best ones per token.
 *
 * @returns whether a pool with a lower rate could still bring enough
 */
function extend(known: Way[], ways: readonly Way[], edge: Edge, least: number, without: ReadonlySet<Hex>): boolean {
  let isPossible = false
  for (const { amount, size, path } of ways) {
    const last = known[waysPerToken - 1]
    const needed = Math.max(least, last?.size ?? 0)
    if (size * edge.rate * slack <= needed) continue
    isPossible = true
    if (boundOutput(edge, size) * slack <= needed) continue
    if (without.has(edge.pool.id) || isRevisit(path, edge)) continue
    const out = quotePool(edge.pool, edge.tokenIn, edge.tokenOut, amount)
    if (out !== null && out > (last?.amount ?? 0n))
      insert(known, { amount: out, size: Number(out), path: [...path, edge] })
  }
  return isPossible
}

const isRevisit = (path: Path, edge: Edge): boolean =>
  path.some(({ pool, tokenIn }) => pool.id === edge.pool.id || tokenIn === edge.tokenOut)

/** Inserts a partial path by amount, and drops the smallest one above the limit. */
function insert(known: Way[], way: Way): void {
  const index = known.findIndex(({ amount }) => amount < way.amount)
  known.splice(index < 0 ? known.length : index, 0, way)
  known.splice(waysPerToken)
}
