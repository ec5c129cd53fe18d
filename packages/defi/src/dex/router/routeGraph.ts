import { getOrCreate } from '@outrigger/core/internal'
import type { Address } from 'viem'
import { quotePool, toPoolRate } from '../poolKinds.ts'
import type { PoolState } from '../poolState.ts'
import { computeTickDepth } from '../uniswapV3/tickQuoters.ts'

/** The pools as a route search needs them, for example a pool book's snapshot. Addresses are lower case. */
export type RoutePools = {
  /** Returns the pools that trade two tokens. */
  byTokens(a: Address, b: Address): readonly PoolState[]
  /** Returns the tokens that a token trades against. */
  neighbours(token: Address): readonly Address[]
}

/** One direction of a pool. */
export type Edge = {
  readonly pool: PoolState
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Output per input of a small swap after the fee. No swap brings more. */
  readonly rate: number
  /**
   * The output reserve of a constant-product pool, or an upper bound of the virtual one of a tick pool. Infinite for
   * other curves.
   */
  readonly depth: number
}

/** Pools as a graph of tokens. Lookups are cached, so quotes on the same pools share them. */
export type RouteGraph = {
  /** Returns pools that sell the first token for the second, best rate first. */
  between(tokenIn: Address, tokenOut: Address): readonly Edge[]
  neighbours(token: Address): readonly Address[]
}

/**
 * Creates a graph of pools that do not change.
 *
 * @example
 * const graph = createRouteGraph(book.snapshot())
 */
export function createRouteGraph(pools: RoutePools): RouteGraph {
  const edges = new Map<Address, Map<Address, readonly Edge[]>>()
  return {
    neighbours: pools.neighbours,
    between: (tokenIn, tokenOut) =>
      getOrCreate(
        getOrCreate(edges, tokenIn, () => new Map()),
        tokenOut,
        () => toEdges(pools.byTokens(tokenIn, tokenOut), tokenIn, tokenOut),
      ),
  }
}

function toEdges(pools: readonly PoolState[], tokenIn: Address, tokenOut: Address): readonly Edge[] {
  return pools
    .map((pool) => {
      const rate = toPoolRate(pool, tokenIn, tokenOut)
      return { pool, tokenIn, tokenOut, rate, depth: toDepth(pool, tokenOut) }
    })
    .filter(({ rate }) => rate > 0)
    .sort((a, b) => b.rate - a.rate)
}

function toDepth(pool: PoolState, tokenOut: Address): number {
  const isZeroOut = pool.tokens[0] === tokenOut
  if (pool.kind === 'pair') return Number(isZeroOut ? pool.reserve0 : pool.reserve1)
  return pool.kind === 'ticks' ? computeTickDepth(pool, !isZeroOut, pool.fee) : Number.POSITIVE_INFINITY
}

/**
 * Returns an upper bound of the output, in floating point. For a constant-product pool with rate `r` and reserve `R` it
 * is `R·r·x / (R + r·x)`, its curve before rounding. For ticks it is the same with the largest reserve, for others the
 * rate times the input.
 */
export function boundOutput({ rate, depth }: Edge, amountIn: number): number {
  const linear = rate * amountIn
  return linear / (1 + linear / depth)
}

/** Indexes a list of pools by their tokens. */
export function toRoutePools(pools: Iterable<PoolState>): RoutePools {
  const byToken = new Map<Address, Map<Address, PoolState[]>>()
  const add = (a: Address, b: Address, pool: PoolState) => {
    const ofA = byToken.get(a) ?? new Map<Address, PoolState[]>()
    byToken.set(a, ofA)
    ofA.set(b, [...(ofA.get(b) ?? []), pool])
  }
  for (const pool of pools) for (const a of pool.tokens) for (const b of pool.tokens) if (a !== b) add(a, b, pool)
  return {
    byTokens: (a, b) => byToken.get(a)?.get(b) ?? [],
    neighbours: (token) => [...(byToken.get(token)?.keys() ?? [])],
  }
}

/** A sequence of pools. */
export type Path = readonly Edge[]

export const toPathId = (path: Path): string => path.map(({ pool, tokenOut }) => `${pool.id}>${tokenOut}`).join()

/**
 * Returns the output of a path of distinct pools, exact to the smallest unit, or null if a pool cannot take its input.
 */
export function quotePath(path: Path, amountIn: bigint): bigint | null {
  let amount = amountIn
  for (const { pool, tokenIn, tokenOut } of path) {
    const out = quotePool(pool, tokenIn, tokenOut, amount)
    if (out === null || out === 0n) return null
    amount = out
  }
  return amount
}
