import type { Address, Hex } from 'viem'
import { type FoundPath, findBestPath } from './findBestPath.ts'
import { type Path, quotePath, type RouteGraph, toPathId } from './routeGraph.ts'
import { createRouteSearch, listSteepestPaths, type RouteSearch } from './routeSearch.ts'
import { type Share, splitBetween } from './splitAmount.ts'
import { computePathGas, computeRouteGas } from './swapGas.ts'

export type RouteRequest = {
  /** Lower case, like `tokenOut`. */
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  /** @default 4 */
  readonly maxHops?: number
  /** Largest number of paths that share the input. @default 4 */
  readonly maxSplits?: number
  /** Price of one unit of gas in smallest units of `tokenOut`. Another path must earn its gas. @default 0 */
  readonly outPerGas?: number
}

/** A swap along one or more paths, exact at the block of its pools. */
export type Route = {
  readonly amountIn: bigint
  /** Before gas. */
  readonly amountOut: bigint
  /** The largest share first. No pool is in two of them. */
  readonly shares: readonly Share[]
  /** Estimated gas of the whole transaction. */
  readonly gas: bigint
  /** Percent by which the output is below the rate of the first unit. Does not include fees. */
  readonly priceImpact: number
}

/**
 * Divisors of the input for which the best paths are searched, because small amounts may need other paths than large
 * ones.
 */
const parts = [1n, 4n]
/** Largest number of hops of alternative paths. */
const shortHops = 3
/** Number of candidates for which a parallel path is searched. */
const mostBeside = 5
/** A path is no candidate if it brings less than this share of the best path's output. */
const worthTrying = 0.4

/**
 * Finds the route with the largest output after gas. It compares the best paths for the whole input and for parts of
 * it. It splits the input if the additional output exceeds the gas of another path. Returns null if no path can take
 * the whole input.
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

/** Finds a path for a part of the input without some pools. */
type Find = (part: bigint, without: ReadonlySet<Hex>) => Path | null
type Searches = { readonly whole: RouteSearch; readonly short: RouteSearch; readonly best: FoundPath }

/**
 * Lists paths for the whole and for parts of the input. For each size: the best path, paths that avoid one of its
 * pools, the best path without any of its pools, and so on. Then the best path parallel to each of these.
 */
function listCandidates({ whole, short, best: first }: Searches, amountIn: bigint, outPerGas: number, count: number) {
  const found = new Map<string, Path>([[toPathId(first.path), first.path]])
  const best = new Map<bigint, number>([[1n, Number(first.amountOut)]])
  const find: Find = (part, without) => {
    const amount = amountIn / part
    const known = findKnown(found.values(), amount, without, outPerGas)
    const worth = part === 1n ? 0 : worthTrying * (best.get(part) ?? 0)
    const search = best.has(part) ? short : whole
    const atLeast = Math.max(worth, known?.net ?? 0)
    const next = findBestPath(search, { amountIn: amount, without, outPerGas, atLeast }) ?? known
    if (next === null || Number(next.amountOut) < worth) return null
    if (!best.has(part)) best.set(part, Number(next.amountOut))
    found.set(toPathId(next.path), next.path)
    return next.path
  }
  for (const part of parts) addOfPart(find, part, count, part === 1n ? first.path : null)
  for (const path of [...found.values()].slice(0, mostBeside))
    for (const part of parts.slice(1)) find(part, new Set(path.map(({ pool }) => pool.id)))
  return [...found.values()]
}

/** Finds the best paths for a part of the input, each without the pools of those before, and paths around each pool of the best. */
function addOfPart(find: Find, part: bigint, count: number, first: Path | null): void {
  const without = new Set<Hex>()
  for (let index = 0; index < count; index += 1) {
    const path = index === 0 && first ? first : find(part, without)
    if (path === null) return
    if (index === 0) for (const { pool } of path) find(part, new Set([pool.id]))
    for (const { pool } of path) without.add(pool.id)
  }
}

/** Returns the best of the known paths, which a search must beat. */
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

function toShare(path: Path, amountIn: bigint): readonly Share[] {
  const amountOut = quotePath(path, amountIn)
  return amountOut === null ? [] : [{ path, amountIn, amountOut }]
}

/** Adds the path that earns most, or returns null if no path earns its gas. */
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

/** Splits every two shares between them again, several times. */
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
