import { toPoolRate } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import { quoteLeg } from '../sizing/leg.ts'
import { noTaxes, type TokenTaxes } from '../sizing/tokenTaxes.ts'
import { quoteBridged, toLarger } from './bridgedValue.ts'
import type { PoolSnapshot } from './poolSnapshot.ts'

/**
 * Returns the value of a token amount in the wrapped native token through the best pool, or the best two pools. Null if no pool
 * of the view trades the token. Negative amounts (debts) have negative values.
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

/** Returns the marginal value of a token's smallest unit in wei, in floating point. 0 if no pool provides a price. */
export function toNativeRate(pools: PoolSnapshot, native: Address, token: Address): number {
  if (token === native) return 1
  let best = 0
  for (const pool of pools.byTokens(token, native)) best = Math.max(best, toPoolRate(pool, token, native))
  return best
}

/** Returns `toNativeRate` with a cache. The pools must not change. */
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
