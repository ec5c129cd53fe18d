import { toPoolRate } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import { quoteLeg } from '../sizing/leg.ts'
import { noTaxes, type TokenTaxes } from '../sizing/tokenTaxes.ts'
import { quoteBridged, toLarger } from './bridgedValue.ts'
import type { PoolSnapshot } from './poolSnapshot.ts'

/**
 * What an amount of a token brings of the wrapped native token through the best pool, or the best two; null where no pool
 * of the view takes it. Both directions: the value of a debt is negative.
 */
export function toNativeValue(
  pools: PoolSnapshot,
  native: Address,
  token: Address,
  amount: bigint,
  taxes: TokenTaxes = noTaxes,
): bigint | null {
  if (token === native || amount === 0n) return amount
  if (amount < 0n) {
    const value = toNativeValue(pools, native, token, -amount, taxes)
    return value === null ? null : -value
  }
  let best: bigint | null = null
  for (const pool of pools.byTokens(token, native))
    best = toLarger(best, quoteLeg({ pool, tokenIn: token, tokenOut: native }, amount, taxes))
  return best ?? quoteBridged(pools, token, native, amount)
}

/** Wei that one smallest unit of a token is worth at the margin, in floating point; 0 where no pool says. */
export function toNativeRate(pools: PoolSnapshot, native: Address, token: Address): number {
  if (token === native) return 1
  let best = 0
  for (const pool of pools.byTokens(token, native)) best = Math.max(best, toPoolRate(pool, token, native))
  return best
}

/** `toNativeRate` of pools that stay as they are, each token looked up once. */
export function createNativeRates(pools: PoolSnapshot, native: Address): (token: Address) => number {
  const rates = new Map<Address, number>()
  return (token) => {
    const known = rates.get(token)
    if (known !== undefined) return known
    const rate = toNativeRate(pools, native, token)
    rates.set(token, rate)
    return rate
  }
}
