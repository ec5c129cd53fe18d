import type { PoolState } from '@outrigger/defi/internal'
import type { Address } from 'viem'

/** Returns a pool's reserve of a token in base units. For concentrated liquidity, returns the virtual reserve of the range. */
export function toReserve(pool: PoolState, token: Address): bigint {
  const index = pool.tokens.indexOf(token)
  if ('balances' in pool) return pool.balances[index] ?? 0n
  if ('reserve0' in pool) return index === 0 ? pool.reserve0 : pool.reserve1
  return index === 0 ? (pool.liquidity << 96n) / (pool.sqrtPriceX96 || 1n) : (pool.liquidity * pool.sqrtPriceX96) >> 96n
}
