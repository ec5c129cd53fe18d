import type { Address } from 'viem'
import type { Exit, Hop } from './exit.ts'
import type { LivePool } from './livePool.ts'
import type { Pool } from './pool.ts'

/** One pool, or two with a token between them. */
export type Route = readonly { readonly pool: Pool; readonly tokenIn: Address; readonly tokenOut: Address }[]

/** A swap of a usual size, as measured on the contracts with the routers of Uniswap; a crossed tick costs some 20,000 more. */
const hopGas = { pair: 90_000n, ticks: 105_000n } as const
/** Of each route that sells some size best, and the one after it. */
const routesPerSize = 2
/** What selling is compared at: shares of the deepest pool's reserve, from a trade that hardly moves it to one that does. */
const shares = [100_000n, 10_000n, 1_000n, 100n, 10n]

/** Selling a token for itself. */
export const nothingToSell: Exit = { hops: [], gas: 0n, quote: (amountIn) => amountIn }

/** Every way through a pool of each list, the token between them sold for the next. */
export function toRoutesOver(
  tokenIn: Address,
  base: Address,
  tokenOut: Address,
  firsts: readonly Pool[],
  seconds: readonly Pool[],
): readonly Route[] {
  return firsts.flatMap((first) =>
    seconds.map((second) => [
      { pool: first, tokenIn, tokenOut: base },
      { pool: second, tokenIn: base, tokenOut },
    ]),
  )
}

export type RoutedExit = { readonly route: Route; readonly exit: Exit }

/** A route as an exit; undefined where a pool of it has no state. */
export function toExit(route: Route, live: ReadonlyMap<Address, LivePool>): Exit | undefined {
  const hops: Hop[] = []
  for (const { pool, tokenIn, tokenOut } of route) {
    const state = live.get(pool.address)
    if (state === undefined) return undefined
    hops.push({
      ...{ dex: pool.dex, pool: pool.address, tokenIn, tokenOut },
      fee: pool.form === 'ticks' ? pool.fee : null,
      quote: (amountIn) => state.quote(tokenIn, amountIn),
    })
  }
  return {
    hops,
    gas: route.reduce((sum, { pool }) => sum + hopGas[pool.form], 0n),
    quote(amountIn) {
      let amount: bigint | null = amountIn
      for (const hop of hops) amount = amount === null ? null : hop.quote(amount)
      return amount
    },
  }
}

/** The exits of which one is best, or next to it, for some size: bounded, best first for a small size. */
export function selectExits(
  tokenIn: Address,
  routes: readonly Route[],
  live: ReadonlyMap<Address, LivePool>,
): readonly RoutedExit[] {
  const candidates = routes.flatMap((route) => {
    const exit = toExit(route, live)
    return exit ? [{ route, exit }] : []
  })
  const depths = candidates.map(({ route }) => live.get(route[0]?.pool.address as Address)?.depth(tokenIn) ?? 0n)
  const deepest = depths.sort((a, b) => (a < b ? 1 : -1))[0] ?? 0n
  const selected = new Set<RoutedExit>()
  for (const share of shares) {
    const quoted = candidates.map((one) => ({ one, amountOut: one.exit.quote(deepest / share) ?? 0n }))
    quoted.sort((a, b) => (a.amountOut < b.amountOut ? 1 : a.amountOut > b.amountOut ? -1 : 0))
    for (const { one, amountOut } of quoted.slice(0, routesPerSize)) if (amountOut > 0n) selected.add(one)
  }
  return [...selected]
}
