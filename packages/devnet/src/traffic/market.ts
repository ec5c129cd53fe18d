import type { Token } from '../contracts/addresses.ts'
import { toAmount } from '../contracts/amounts.ts'
import type { Pool } from '../contracts/pools.ts'

/** A constant-product pool. Its reserves in V3 are the virtual reserves of the current range. */
export type MarketPool = {
  readonly pool: Pool
  /** Tokens with the current feed prices. */
  readonly tokens: readonly [Token, Token]
  readonly reserves: readonly [bigint, bigint]
  /** Hundredths of a basis point, like in V3. */
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
 * Computes the deviation of a pool's price from the feeds, as a logarithm. Above 0, selling the first token reduces it.
 */
export const computeDeviation = ({ tokens, reserves }: MarketPool): number =>
  Math.log(toUsd(reserves[1], tokens[1]) / toUsd(reserves[0], tokens[0]))

/**
 * Computes the output of a swap: x·y = k with the fee taken from the input (Uniswap V2 `getAmountOut`, with V3's fee
 * unit).
 */
export const computeAmountOut = (amountIn: bigint, reserveIn: bigint, reserveOut: bigint, feePips: number): bigint => {
  const taxed = amountIn * BigInt(1_000_000 - feePips)
  return (taxed * reserveOut) / (reserveIn * 1_000_000n + taxed)
}

/** At this deviation, nearly all trades go towards the feed. */
const strongDeviation = 0.02
/** Maximum trade size. Accounts are kept supplied for it. */
export const maxTradeUsd = 100_000

/**
 * Turns a plan into a swap. The further a pool is from the feeds, the more likely and the larger is a trade that reduces
 * the gap. A trade closes at most half of the gap, so that prices do not jump.
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
  // Moving the price by a factor of (1 + d) takes about d/2 of the reserve. Half of that closes half of the gap.
  const share = Math.max(plan.sizeBps / 10_000, closesGap ? Math.abs(deviation) / 4 : 0)
  const usd = Math.min(maxTradeUsd, toUsd(reserveIn, tokenIn) * share)
  const amountIn = toAmount(tokenIn, usd)
  if (amountIn === 0n) return undefined
  const expected = computeAmountOut(amountIn, reserveIn, reserveOut, pool.feePips)
  return { pool, tokenIn, tokenOut, amountIn, minAmountOut: (expected * BigInt(10_000 - plan.slippageBps)) / 10_000n }
}
