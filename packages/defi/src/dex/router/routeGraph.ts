import type { Address } from 'viem'
import { quotePool, toPoolRate } from '../poolKinds.ts'
import type { PoolState } from '../poolState.ts'
import { computeTickDepth } from '../uniswapV3/tickQuoters.ts'

/** What a search for routes asks of the pools. The pool book's snapshots are such. Addresses are lower case. */
export type RoutePools = {
  /** The pools that trade two tokens. */
  byTokens(a: Address, b: Address): readonly PoolState[]
  /** Tokens that a token trades against. */
  neighbours(token: Address): readonly Address[]
}

/** A pool in one direction. */
export type Edge = {
  readonly pool: PoolState
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Output per input of a small swap, after the fee: no swap brings more. */
  readonly rate: number
  /** The reserve that a constant-product pool pays from, of ticks the virtual one at most; infinite where the curve is another. */
  readonly depth: number
}

/** Pools as a graph of tokens. What was looked up is kept, so that quotes on the same pools share it. */
export type RouteGraph = {
  /** Pools that sell the first token for the second, best rate first. */
  between(tokenIn: Address, tokenOut: Address): readonly Edge[]
  neighbours(token: Address): readonly Address[]
}

/**
 * A graph over pools that do not change.
 *
 * @example
 * const graph = createRouteGraph(book.snapshot())
 */
export function createRouteGraph(pools: RoutePools): RouteGraph {
  const edges = new Map<Address, Map<Address, readonly Edge[]>>()
  return {
    neighbours: pools.neighbours,
    between(tokenIn, tokenOut) {
      let ofToken = edges.get(tokenIn)
      if (ofToken === undefined) {
        ofToken = new Map()
        edges.set(tokenIn, ofToken)
      }
      let found = ofToken.get(tokenOut)
      if (found === undefined) {
        found = toEdges(pools.byTokens(tokenIn, tokenOut), tokenIn, tokenOut)
        ofToken.set(tokenOut, found)
      }
      return found
    },
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
 * What an input brings at most, in floating point: of a constant-product pool `R·r·x / (R + r·x)` with its rate `r` and the
 * reserve `R`, which is its curve before rounding; of ticks the same with the largest reserve; of others what the rate gives.
 */
export function boundOutput({ rate, depth }: Edge, amountIn: number): number {
  const linear = rate * amountIn
  return linear / (1 + linear / depth)
}

/** Pools of a list, by their tokens. */
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

/** Pools one after the other. */
export type Path = readonly Edge[]

/** The output of a path of distinct pools, exact to the smallest unit; null where a pool cannot take it. */
export function quotePath(path: Path, amountIn: bigint): bigint | null {
  let amount = amountIn
  for (const { pool, tokenIn, tokenOut } of path) {
    const out = quotePool(pool, tokenIn, tokenOut, amount)
    if (out === null || out === 0n) return null
    amount = out
  }
  return amount
}
