import type { Hex } from 'viem'
import { quotePool } from '../poolKinds.ts'
import { boundOutput, type Edge, type Path } from './routeGraph.ts'
import type { RouteSearch, SearchNode } from './routeSearch.ts'
import { computePathGas } from './swapGas.ts'

export type PathRequest = {
  readonly amountIn: bigint
  /** Pools that may not be used. */
  readonly without: ReadonlySet<Hex>
  /** What a unit of gas costs, in units of the token that comes out. */
  readonly outPerGas: number
  /** What brings no more is not looked for. @default 0 */
  readonly atLeast?: number
}

/** A path with what it brings; `net` after gas, in floating point. */
export type FoundPath = { readonly path: Path; readonly amountOut: bigint; readonly net: number }

/** A way to a token, with what arrives there; `size` is the same in floating point. */
type Way = { readonly amount: bigint; readonly size: number; readonly path: Path }
/** Ways by the token they lead to, largest first. */
type Frontier = Map<SearchNode, Way[]>

/** Ways to a token that are kept at each step: the best may use a pool that a later step needs. */
const kept = 2
/** Of what a rate in floating point may be wrong. */
const slack = 1 + 1e-9

/**
 * The path that brings most after gas for an exact input; null where there is none. Step by step over the tokens: more of a
 * token never brings less, so the best way to a token at a number of hops is part of the best way on. Outputs are the pools'
 * own integers; a pool is not asked where rates alone show that it cannot beat what is known.
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
  /** Hops after this one. */
  readonly left: number
  /** What a path must beat. */
  readonly least: number
  readonly without: ReadonlySet<Hex>
}

/** Takes the ways to a token one hop further. */
function advance(next: Frontier, node: SearchNode, ways: readonly Way[], { left, least, without }: Step): void {
  const most = (ways[0]?.size ?? 0) * slack
  if (most * (node.reaches[left + 1] ?? 0) <= least) return
  for (const { target, edges, rate } of left === 0 ? node.last : node.groups) {
    const reach = target.reaches[left] ?? 0
    const needed = least / reach
    if (reach === 0 || most * rate <= needed) continue
    const known = next.get(target) ?? []
    for (const edge of edges) if (!extend(known, ways, edge, needed, without)) break
    if (known.length > 0) next.set(target, known)
  }
}

/**
 * Puts ways through one more pool among the best to its token.
 *
 * @returns whether a pool with a lower rate could still bring enough
 */
function extend(known: Way[], ways: readonly Way[], edge: Edge, least: number, without: ReadonlySet<Hex>): boolean {
  let isPossible = false
  for (const { amount, size, path } of ways) {
    const last = known[kept - 1]
    const needed = Math.max(least, last?.size ?? 0)
    if (size * edge.rate * slack <= needed) continue
    isPossible = true
    if (boundOutput(edge, size) * slack <= needed) continue
    if (without.has(edge.pool.id)) continue
    if (path.some(({ pool, tokenIn }) => pool.id === edge.pool.id || tokenIn === edge.tokenOut)) continue
    const out = quotePool(edge.pool, edge.tokenIn, edge.tokenOut, amount)
    if (out === null || out === 0n || (last !== undefined && out <= last.amount)) continue
    if (last !== undefined) known.pop()
    const way = { amount: out, size: Number(out), path: [...path, edge] }
    const place = known.findIndex((one) => one.amount < out)
    known.splice(place < 0 ? known.length : place, 0, way)
  }
  return isPossible
}
