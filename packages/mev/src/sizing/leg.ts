import { type PoolState, quotePool, swapPool } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import { noTaxes, type TokenTaxes, takeTax } from './tokenTaxes.ts'

/** One swap of a path: which pool, and in which direction. */
export type Leg = {
  readonly pool: PoolState
  readonly tokenIn: Address
  readonly tokenOut: Address
}

/**
 * What reaches the pool of an amount sent to it; null where the token cannot be sold, or where the pool checks what it
 * receives and reverts (Uniswap V3 and its kind).
 */
export function toReceivedByPool({ pool, tokenIn }: Leg, amount: bigint, taxes: TokenTaxes): bigint | null {
  const tax = taxes.get(tokenIn)
  if (tax === undefined) return amount
  if (!tax.canSell) return null
  if (tax.sellBps === 0) return amount
  return pool.kind === 'pair' || pool.kind === 'solidly' ? takeTax(amount, tax.sellBps) : null
}

/** What arrives of a pool's output. */
export function toReceivedFromPool({ tokenOut }: Leg, amount: bigint, taxes: TokenTaxes): bigint {
  return takeTax(amount, taxes.get(tokenOut)?.buyBps ?? 0)
}

/** The output of one leg to the account that holds its input, taxes taken; null where it cannot be done. */
export function quoteLeg(leg: Leg, amountIn: bigint, taxes: TokenTaxes = noTaxes): bigint | null {
  const received = toReceivedByPool(leg, amountIn, taxes)
  if (received === null || received <= 0n) return null
  const paid = quotePool(leg.pool, leg.tokenIn, leg.tokenOut, received)
  return paid === null ? null : toReceivedFromPool(leg, paid, taxes)
}

/** The output of a path of distinct pools, each leg's input being all that the leg before brought. */
export function quoteLegs(legs: readonly Leg[], amountIn: bigint, taxes: TokenTaxes = noTaxes): bigint | null {
  let amount: bigint | null = amountIn
  for (const leg of legs) {
    if (amount === null) return null
    amount = quoteLeg(leg, amount, taxes)
  }
  return amount
}

export type LegOutcome = { readonly amountOut: bigint; readonly next: PoolState }

/** As `quoteLeg`, with the pool as it is afterwards. */
export function swapLeg(leg: Leg, amountIn: bigint, taxes: TokenTaxes = noTaxes): LegOutcome | null {
  const received = toReceivedByPool(leg, amountIn, taxes)
  if (received === null || received <= 0n) return null
  const outcome = swapPool(leg.pool, leg.tokenIn, leg.tokenOut, received)
  return outcome && { amountOut: toReceivedFromPool(leg, outcome.amountOut, taxes), next: outcome.next }
}
