import type { Token } from '../contracts/addresses.ts'
import { toAmount } from '../contracts/amounts.ts'
import type { Pool } from '../contracts/pools.ts'

/** A pool as a swap sees it: constant product over its reserves, which for V3 are those of the current range. */
export type MarketPool = {
  readonly pool: Pool
  /** With the price the feeds say now. */
  readonly tokens: readonly [Token, Token]
  readonly reserves: readonly [bigint, bigint]
  /** Hundredths of a basis point, as V3 counts. */
  readonly feePips: number
}

export type SwapPlan = {
  readonly pool: number
  readonly side: number
  readonly sizeBps: number
  readonly slippageBps: number
}

export type Swap = {
  readonly pool: MarketPool
  readonly tokenIn: Token
  readonly tokenOut: Token
  readonly amountIn: bigint
  readonly minAmountOut: bigint
}

const toUsd = (amount: bigint, { decimals, priceUsd }: Token): number => (Number(amount) / 10 ** decimals) * priceUsd

/**
 * How far a pool's price is from the feeds', as a logarithm: above 0 the second token weighs too much in it, so that
 * selling the first one brings it back.
 */
export const computeDeviation = ({ tokens, reserves }: MarketPool): number =>
  Math.log(toUsd(reserves[1], tokens[1]) / toUsd(reserves[0], tokens[0]))

/** x·y = k with the fee taken from the input (Uniswap V2 `getAmountOut`, with V3's fee unit). */
export const computeAmountOut = (amountIn: bigint, reserveIn: bigint, reserveOut: bigint, feePips: number): bigint => {
  const taxed = amountIn * BigInt(1_000_000 - feePips)
  return (taxed * reserveOut) / (reserveIn * 1_000_000n + taxed)
}

/** At this deviation nearly everybody trades towards the feed. */
const strongDeviation = 0.02
/** What an account is kept supplied with allows trades of this size. */
export const maxTradeUsd = 100_000

/**
 * Turns a plan into a swap: the further the pool is from the feeds, the likelier and the larger a trade that closes
 * the gap. Half of the gap at most, so that prices hover instead of jumping.
 */
export const computeSwap = (pools: readonly MarketPool[], plan: SwapPlan): Swap | undefined => {
  const pool = pools[Math.floor(plan.pool * pools.length)]
  if (pool === undefined) return undefined
  const deviation = computeDeviation(pool)
  const sellFirst = Math.min(0.95, Math.max(0.05, 0.5 + (0.5 * deviation) / strongDeviation))
  const isFirstIn = plan.side < sellFirst
  const [tokenIn, tokenOut] = isFirstIn ? pool.tokens : [pool.tokens[1], pool.tokens[0]]
  const [reserveIn, reserveOut] = isFirstIn ? pool.reserves : [pool.reserves[1], pool.reserves[0]]

  const closesGap = isFirstIn === deviation > 0
  // Moving the price by a factor of (1 + d) takes about d/2 of the reserve; half of that closes half of the gap.
  const share = Math.max(plan.sizeBps / 10_000, closesGap ? Math.abs(deviation) / 4 : 0)
  const usd = Math.min(maxTradeUsd, toUsd(reserveIn, tokenIn) * share)
  const amountIn = toAmount(tokenIn, usd)
  if (amountIn === 0n) return undefined
  const expected = computeAmountOut(amountIn, reserveIn, reserveOut, pool.feePips)
  return { pool, tokenIn, tokenOut, amountIn, minAmountOut: (expected * BigInt(10_000 - plan.slippageBps)) / 10_000n }
}
