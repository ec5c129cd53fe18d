import { type ChainName, getChain } from '@outrigger/core'
import type { PriceOracle } from '@outrigger/oracle/prices'
import { formatUnits } from 'viem'

/** US dollars of one whole token; null where nobody tells. */
export const readUsd = (prices: PriceOracle, chain: string, symbolOrAddress: string): Promise<number | null> =>
  prices.get(chain, symbolOrAddress).then(
    ({ priceUsd }) => priceUsd,
    () => null,
  )

export const readNativeUsd = (prices: PriceOracle, chain: ChainName): Promise<number | null> =>
  readUsd(prices, chain, getChain(chain).nativeCurrency.symbol)

/** Dollars of an amount in base units. */
export const toUsd = (chain: ChainName, amount: bigint, priceUsd: number): number =>
  Number(formatUnits(amount, getChain(chain).nativeCurrency.decimals)) * priceUsd

export const noPrice = (chain: ChainName): string =>
  `${getChain(chain).nativeCurrency.symbol} has no price at present: see GET /v1/price/${chain}/${getChain(chain).nativeCurrency.symbol}.`

export const toReason = (error: unknown): string => (error instanceof Error ? error.message : 'It failed.')
