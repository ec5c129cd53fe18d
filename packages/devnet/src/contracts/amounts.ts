import { parseUnits } from 'viem'
import type { Token } from './addresses.ts'

/** How much of a token is worth so many US dollars at the devnet's starting prices, in its smallest unit. */
export function toAmount({ priceUsd, decimals }: Token, valueUsd: number): bigint {
  return parseUnits((valueUsd / priceUsd).toFixed(decimals), decimals)
}

/** A feed's answer: 8 decimals. */
export function toAnswer(priceUsd: number): bigint {
  return BigInt(Math.round(priceUsd * 1e8))
}
