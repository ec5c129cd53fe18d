import { type ChainName, chains } from '@outrigger/core'
import type { Address } from 'viem'

/** A token whose price is asked for. */
export type PriceToken = {
  readonly chain: ChainName
  readonly symbol: string
  /** Lower case; of the native currency that of its wrapped form, null where the chain has none. */
  readonly address: Address | null
  /** Null where the token does not report. */
  readonly decimals: number | null
  /** The chain's own currency, or its wrapped form. */
  readonly isNative: boolean
  /**
   * In the built-in list of its chain. Only then its symbol is its name: anyone may call a token `USDC`, so feeds and
   * exchanges, which go by symbols, are not asked about others.
   */
  readonly isListed: boolean
}

export const toTokenKey = ({ chain, address, symbol }: PriceToken): string => `${chain}:${address ?? symbol}`

/** The name of a token on markets that know no chains: the native currency and wrapped ether go by what they stand for. */
export function toMarketSymbol({ symbol, isNative, chain }: PriceToken): string {
  if (isNative) return chains[chain].nativeCurrency.symbol
  return symbol === 'WETH' ? 'ETH' : symbol
}
