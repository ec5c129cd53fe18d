import type { Address, Hex } from 'viem'
import { type FoundPath, findBestPath } from './findBestPath.ts'
import { type Path, quotePath, type RouteGraph } from './routeGraph.ts'
import { createRouteSearch, listSteepestPaths, type RouteSearch } from './routeSearch.ts'
import { type Share, splitBetween } from './splitAmount.ts'
import { computePathGas, computeRouteGas } from './swapGas.ts'

export type RouteRequest = {
  /** Lower case, as `tokenOut`. */
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  /** @default 4 */
  readonly maxHops?: number
  /** Paths that the input is divided over at most. @default 4 */
  readonly maxSplits?: number
  /** What a unit of gas costs, in smallest units of `tokenOut`: a path more must earn its gas. @default 0 */
  readonly outPerGas?: number
}

/** A swap along one path or several, exact at the block of its pools. */
export type Route = {
  readonly amountIn: bigint
  /** Before gas. */
  readonly amountOut: bigint
  /** The largest first; no pool is in two of them. */
  readonly shares: readonly Share[]
  /** Estimate for the whole transaction. */
  readonly gas: bigint
  /** Percent that the output is below what the first unit brings; fees are not part of it. */
  readonly priceImpact: number
}

/** Sizes for which the best paths are looked for, as parts of the input: small ones may go where large ones do not. */
const parts = [1n, 4n]
/** Hops of paths that are looked for beside the best. */
const shortHops = 3
/** Candidates for which a path beside them is looked for. */
const mostBeside = 5
/** A path that brings less of its part than this share of the best is no candidate. */
const worthTrying = 0.4

/**
 * The route that brings most after gas: the best paths for the whole and for parts of it, divided where that earns more than
 * the gas of another path. Null where no path takes the whole input.
 *
 * @example
 * findRoute(createRouteGraph(book.snapshot()), { tokenIn: weth, tokenOut: usdc, amountIn: 10n ** 18n })
 */
export function findRoute(graph: RouteGraph, request: RouteRequest): Route | null {
  const { tokenIn, tokenOut, amountIn, maxHops = 4, maxSplits = 4, outPerGas = 0 } = request
  if (tokenIn === tokenOut || amountIn <= 0n) return null
  const search = createRouteSearch(graph, tokenIn, tokenOut, maxHops)
  const known = findKnown(listSteepestPaths(search), amountIn, new Set(), outPerGas)
  const best = findBestPath(search, { amountIn, without: new Set(), outPerGas, atLeast: known?.net ?? 0 }) ?? known
  if (best === null) return null
  const short = { ...search, maxHops: Math.min(maxHops, shortHops) }
  const searches = { whole: search, short, best }
  const candidates = maxSplits > 1 ? listCandidates(searches, amountIn, outPerGas, maxSplits) : []
  const single = { path: best.path, amountIn, amountOut: best.amountOut }
  const starts = [single, ...candidates.flatMap((path) => toShare(path, amountIn))].map((share) => [share])
  const pairs = starts.map((start) => addPath(start, candidates, outPerGas)).filter((pair) => pair !== null)
  let shares: readonly Share[] = [single]
  for (const pair of pairs) if (computeNet(pair, outPerGas) > computeNet(shares, outPerGas)) shares = pair
  while (shares.length > 1 && shares.length < maxSplits) {
    const grown = addPath(shares, candidates, outPerGas)
    if (grown === null) break
    shares = grown
  }
  return toRoute(polish(shares), amountIn)
}

type Searches = { readonly whole: RouteSearch; readonly short: RouteSearch; readonly best: FoundPath }

/**
 * Paths for the whole and for parts of the input; of each size the best, those that go around one of its pools, the best
 * without any of its pools, and so on. Then what goes best beside each of these.
 */
function listCandidates({ whole, short, best: first }: Searches, amountIn: bigint, outPerGas: number, count: number) {
  const found = new Map<string, Path>([[toId(first.path), first.path]])
  const best = new Map<bigint, number>([[1n, Number(first.amountOut)]])
  const look = (part: bigint, without: ReadonlySet<Hex>): Path | null => {
    const amount = amountIn / part
    const known = findKnown(found.values(), amount, without, outPerGas)
    const worth = part === 1n ? 0 : worthTrying * (best.get(part) ?? 0)
    const search = best.has(part) ? short : whole
    const atLeast = Math.max(worth, known?.net ?? 0)
    const next = findBestPath(search, { amountIn: amount, without, outPerGas, atLeast }) ?? known
    if (next === null || Number(next.amountOut) < worth) return null
    if (!best.has(part)) best.set(part, Number(next.amountOut))
    found.set(toId(next.path), next.path)
    return next.path
  }
  for (const part of parts) {
    const without = new Set<Hex>()
    for (let index = 0; index < count; index += 1) {
      const path = part === 1n && index === 0 ? first.path : look(part, without)
      if (path === null) break
      if (index === 0) for (const { pool } of path) look(part, new Set([pool.id]))
      for (const { pool } of path) without.add(pool.id)
    }
  }
  for (const path of [...found.values()].slice(0, mostBeside))
    for (const part of parts.slice(1)) look(part, new Set(path.map(({ pool }) => pool.id)))
  return [...found.values()]
}

/** The best of the paths that are known already: what a search must beat. */
function findKnown(paths: Iterable<Path>, amountIn: bigint, without: ReadonlySet<Hex>, outPerGas: number) {
  let best: FoundPath | null = null
  for (const path of paths) {
    if (path.some(({ pool }) => without.has(pool.id))) continue
    const amountOut = quotePath(path, amountIn)
    if (amountOut === null) continue
    const net = Number(amountOut) - outPerGas * Number(computePathGas(path))
    if (best === null || net > best.net) best = { path, amountOut, net }
  }
  return best
}

const toId = (path: Path): string => path.map(({ pool, tokenOut }) => `${pool.id}>${tokenOut}`).join()

function toShare(path: Path, amountIn: bigint): readonly Share[] {
  const amountOut = quotePath(path, amountIn)
  return amountOut === null ? [] : [{ path, amountIn, amountOut }]
}

/** Takes one path in, that which earns most; null where none earns its gas. */
function addPath(shares: readonly Share[], candidates: readonly Path[], outPerGas: number): readonly Share[] | null {
  const used = new Set(shares.flatMap(({ path }) => path.map(({ pool }) => pool.id)))
  let best: readonly Share[] | null = null
  let most = computeNet(shares, outPerGas)
  for (const path of candidates) {
    if (path.some(({ pool }) => used.has(pool.id))) continue
    const [largest, ...others] = shares
    const split = largest && splitBetween(largest, path, 'rough')
    if (!split) continue
    const grown = [...split, ...others].sort(bySize)
    const net = computeNet(grown, outPerGas)
    if (net <= most) continue
    best = grown
    most = net
  }
  return best
}

const bySize = (a: Share, b: Share) => (a.amountIn < b.amountIn ? 1 : a.amountIn > b.amountIn ? -1 : 0)

/** Every two shares divided anew between them, a few times over. */
function polish(shares: readonly Share[]): readonly Share[] {
  const list = [...shares]
  for (let round = 1; round < list.length; round += 1)
    for (let one = 0; one < list.length; one += 1)
      for (let other = one + 1; other < list.length; other += 1) {
        const [a, b] = [list[one] as Share, list[other] as Share]
        const [joined] = toShare(a.path, a.amountIn + b.amountIn)
        const split = joined && splitBetween(joined, b.path, 'fine')
        if (!split || split[0].amountOut + split[1].amountOut <= a.amountOut + b.amountOut) continue
        list[one] = split[0]
        list[other] = split[1]
      }
  return list.sort(bySize)
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

function computeNet(shares: readonly Share[], outPerGas: number): number {
  const gas = sum(shares.map(({ path }) => computePathGas(path)))
  return Number(sum(shares.map(({ amountOut }) => amountOut))) - outPerGas * Number(gas)
}

function toRoute(shares: readonly Share[], amountIn: bigint): Route {
  const amountOut = sum(shares.map((share) => share.amountOut))
  const atFirst = shares.reduce((total, { path, amountIn: part }) => {
    return total + path.reduce((value, { rate }) => value * rate, Number(part))
  }, 0)
  const priceImpact = Math.max(0, (1 - Number(amountOut) / atFirst) * 100)
  return { amountIn, amountOut, shares, gas: computeRouteGas(shares.map(({ path }) => path)), priceImpact }
}
