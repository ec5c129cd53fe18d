import { type ChainName, getChain } from '@outrigger/core'
import type { PriceOracle } from '@outrigger/oracle/prices'
import { formatUnits } from 'viem'
import { getUsdPrice } from '../../node/usdPrice.ts'

/** Returns the price of one native coin in US dollars, or null if no source has a price. */
export const readNativeUsd = (prices: PriceOracle, chain: ChainName): Promise<number | null> =>
  getUsdPrice(prices, chain, getChain(chain).nativeCurrency.symbol)

/** Converts an amount in base units to dollars. */
export const toUsd = (chain: ChainName, amount: bigint, priceUsd: number): number =>
  Number(formatUnits(amount, getChain(chain).nativeCurrency.decimals)) * priceUsd

export const noPrice = (chain: ChainName): string =>
  `${getChain(chain).nativeCurrency.symbol} has no price right now. See GET /v1/price/${chain}/${getChain(chain).nativeCurrency.symbol}.`

export const toReason = (error: unknown): string => (error instanceof Error ? error.message : 'It failed.')
