import type { PoolState } from '@outrigger/defi/internal'
import type { Address } from 'viem'

/** What a pool holds of a token, in smallest units; of concentrated liquidity what the range would hold. */
export function toReserve(pool: PoolState, token: Address): bigint {
  const index = pool.tokens.indexOf(token)
  if ('balances' in pool) return pool.balances[index] ?? 0n
  if ('reserve0' in pool) return index === 0 ? pool.reserve0 : pool.reserve1
  // The virtual reserves of the range.
  return index === 0 ? (pool.liquidity << 96n) / (pool.sqrtPriceX96 || 1n) : (pool.liquidity * pool.sqrtPriceX96) >> 96n
}
