import { type ChainName, chains } from '@outrigger/core'
import type { Address } from 'viem'

/** A token to price. */
export type PriceToken = {
  readonly chain: ChainName
  readonly symbol: string
  /**
   * Address in lower case. The native currency has the address of its wrapped form, or null if the chain has no
   * wrapped form.
   */
  readonly address: Address | null
  /** Null if unknown. */
  readonly decimals: number | null
  /** True for the chain's native currency and its wrapped form. */
  readonly isNative: boolean
  /**
   * True if the token is in the built-in list of its chain. Feeds and exchanges, which use symbols, are only queried for
   * listed tokens, because anyone can call a token `USDC`.
   */
  readonly isListed: boolean
}

export const toTokenKey = ({ chain, address, symbol }: PriceToken): string => `${chain}:${address ?? symbol}`

/** Returns the symbol of a token on exchanges and feeds. Wrapped native currencies have the symbol of the native one. */
export function toMarketSymbol({ symbol, isNative, chain }: PriceToken): string {
  if (isNative) return chains[chain].nativeCurrency.symbol
  return symbol === 'WETH' ? 'ETH' : symbol
}
