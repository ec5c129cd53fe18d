import type { Address } from 'viem'
import type { LivePool } from './livePool.ts'
import type { Pool } from './pool.ts'
import type { Hop, SwapRoute } from './swapRoute.ts'

/** One pool, or two pools with a token between them. */
export type Path = readonly { readonly pool: Pool; readonly tokenIn: Address; readonly tokenOut: Address }[]

/** Gas of a swap of average size, measured with Uniswap's routers. Each crossed tick costs about 20,000 more. */
const hopGas = { pair: 90_000n, ticks: 105_000n } as const
/** Number of best paths kept for each size. */
const pathsPerSize = 2
/** Paths are compared at several sizes: the deepest pool's reserve divided by each of these. */
const shares = [100_000n, 10_000n, 1_000n, 100n, 10n]

/** The route from a token to itself: no hops. */
export const emptyRoute: SwapRoute = { hops: [], gas: 0n, quote: (amountIn) => amountIn }

/** Returns every path through a pool of the first list and a pool of the second, with `base` between them. */
export function toTwoHopPaths(
  tokenIn: Address,
  base: Address,
  tokenOut: Address,
  firsts: readonly Pool[],
  seconds: readonly Pool[],
): readonly Path[] {
  return firsts.flatMap((first) =>
    seconds.map((second) => [
      { pool: first, tokenIn, tokenOut: base },
      { pool: second, tokenIn: base, tokenOut },
    ]),
  )
}

export type Candidate = { readonly path: Path; readonly route: SwapRoute }

/** Returns the route along a path, or undefined if the state of one of its pools is missing. */
function toSwapRoute(path: Path, live: ReadonlyMap<Address, LivePool>): SwapRoute | undefined {
  const hops: Hop[] = []
  for (const { pool, tokenIn, tokenOut } of path) {
    const state = live.get(pool.address)
    if (state === undefined) return undefined
    hops.push({
      dex: pool.dex,
      pool: pool.address,
      tokenIn,
      tokenOut,
      fee: pool.form === 'ticks' ? pool.fee : null,
      quote: (amountIn) => state.quote(tokenIn, amountIn),
    })
  }
  return {
    hops,
    gas: path.reduce((sum, { pool }) => sum + hopGas[pool.form], 0n),
    quote(amountIn) {
      let amount: bigint | null = amountIn
      for (const hop of hops) amount = amount === null ? null : hop.quote(amount)
      return amount
    },
  }
}

/** Selects the best routes for each of several sizes, the best for a small size first. The number is bounded. */
export function selectSwapRoutes(
  tokenIn: Address,
  paths: readonly Path[],
  live: ReadonlyMap<Address, LivePool>,
): readonly Candidate[] {
  const candidates = paths.flatMap((path) => {
    const route = toSwapRoute(path, live)
    return route ? [{ path, route }] : []
  })
  const depths = candidates.map(({ path }) => live.get(path[0]?.pool.address as Address)?.depth(tokenIn) ?? 0n)
  const deepest = depths.sort((a, b) => (a < b ? 1 : -1))[0] ?? 0n
  const selected = new Set<Candidate>()
  for (const share of shares) {
    const quoted = candidates.map((one) => ({ one, amountOut: one.route.quote(deepest / share) ?? 0n }))
    quoted.sort((a, b) => (a.amountOut < b.amountOut ? 1 : a.amountOut > b.amountOut ? -1 : 0))
    for (const { one, amountOut } of quoted.slice(0, pathsPerSize)) if (amountOut > 0n) selected.add(one)
  }
  return [...selected]
}
