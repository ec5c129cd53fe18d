import { getOrCreate } from '@outrigger/core/internal'
import { quotePool, toPoolRate } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import { quoteLeg } from '../sizing/leg.ts'
import { noTaxes, type TokenTaxes } from '../sizing/tokenTaxes.ts'
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

/** Returns the output of an amount through the best route of two pools, or null without a route. */
function quoteBridged(pools: PoolSnapshot, token: Address, target: Address, amount: bigint): bigint | null {
  let best: bigint | null = null
  for (const first of pools.bridges(token, target))
    for (const bridge of first.tokens) {
      const middle = bridge === token || bridge === target ? null : quotePool(first, token, bridge, amount)
      if (middle === null || middle === 0n) continue
      for (const last of pools.byTokens(bridge, target)) best = toLarger(best, quotePool(last, bridge, target, middle))
    }
  return best
}

function toLarger(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || (b !== null && b > a) ? b : a
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
  return (token) => getOrCreate(rates, token, () => toNativeRate(pools, native, token))
}
