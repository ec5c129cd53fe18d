import { type PoolState, quotePool, swapPool } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import { noTaxes, type TokenTaxes, takeTax } from './tokenTaxes.ts'

/** Swap in one pool and direction. */
export type Leg = {
  readonly pool: PoolState
  readonly tokenIn: Address
  readonly tokenOut: Address
}

/**
 * Returns the amount that reaches the pool after transfer tax. Null if the token cannot be sold, or if the pool checks the
 * received amount and reverts (Uniswap V3 and similar).
 */
export function toReceivedByPool({ pool, tokenIn }: Leg, amount: bigint, taxes: TokenTaxes): bigint | null {
  const tax = taxes.get(tokenIn)
  if (tax === undefined) return amount
  if (!tax.canSell) return null
  if (tax.sellBps === 0) return amount
  return pool.kind === 'pair' || pool.kind === 'solidly' ? takeTax(amount, tax.sellBps) : null
}

/** Returns the amount of a pool's output that reaches the recipient after transfer tax. */
export function toReceivedFromPool({ tokenOut }: Leg, amount: bigint, taxes: TokenTaxes): bigint {
  return takeTax(amount, taxes.get(tokenOut)?.buyBps ?? 0)
}

/** Returns the output of one leg after taxes, or null if the swap would fail. */
export function quoteLeg(leg: Leg, amountIn: bigint, taxes: TokenTaxes = noTaxes): bigint | null {
  const received = toReceivedByPool(leg, amountIn, taxes)
  if (received === null || received <= 0n) return null
  const paid = quotePool(leg.pool, leg.tokenIn, leg.tokenOut, received)
  return paid === null ? null : toReceivedFromPool(leg, paid, taxes)
}

/** Returns the output of a path of distinct pools. Each leg sells the whole output of the previous one. */
export function quoteLegs(legs: readonly Leg[], amountIn: bigint, taxes: TokenTaxes = noTaxes): bigint | null {
  let amount: bigint | null = amountIn
  for (const leg of legs) {
    if (amount === null) return null
    amount = quoteLeg(leg, amount, taxes)
  }
  return amount
}

export type LegOutcome = { readonly amountOut: bigint; readonly next: PoolState }

/** Like `quoteLeg`, but also returns the new state of the pool. */
export function swapLeg(leg: Leg, amountIn: bigint, taxes: TokenTaxes = noTaxes): LegOutcome | null {
  const received = toReceivedByPool(leg, amountIn, taxes)
  if (received === null || received <= 0n) return null
  const outcome = swapPool(leg.pool, leg.tokenIn, leg.tokenOut, received)
  return outcome && { amountOut: toReceivedFromPool(leg, outcome.amountOut, taxes), next: outcome.next }
}

/** Returns a pool's reserve of a token in base units. For concentrated liquidity, returns the virtual reserve of the range. */
export function toReserve(pool: PoolState, token: Address): bigint {
  const index = pool.tokens.indexOf(token)
  if ('balances' in pool) return pool.balances[index] ?? 0n
  if ('reserve0' in pool) return index === 0 ? pool.reserve0 : pool.reserve1
  return index === 0 ? (pool.liquidity << 96n) / (pool.sqrtPriceX96 || 1n) : (pool.liquidity * pool.sqrtPriceX96) >> 96n
}

/** Returns an amount at which a search may start: a share of the pool's reserve, if the reserve is known. */
export function toGuess({ pool, tokenIn }: Leg, share: number): number {
  const reserve = Number(toReserve(pool, tokenIn))
  return reserve > 0 ? reserve * share : 1e15
}
