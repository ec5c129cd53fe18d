import { parseUnits } from 'viem'
import type { Token } from './addresses.ts'

/** Converts US dollars to base units of a token at the devnet's initial prices. */
export function toAmount({ priceUsd, decimals }: Token, valueUsd: number): bigint {
  return parseUnits((valueUsd / priceUsd).toFixed(decimals), decimals)
}

/** Converts a price to a feed's answer with 8 decimals. */
export function toAnswer(priceUsd: number): bigint {
  return BigInt(Math.round(priceUsd * 1e8))
}
