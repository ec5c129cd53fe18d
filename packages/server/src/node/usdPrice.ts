import type { ChainOption } from '@outrigger/core/internal'
import type { PriceOracle } from '@outrigger/oracle/prices'

/** Returns the price of one whole token in US dollars, or null if no source has a price. */
export const getUsdPrice = (prices: PriceOracle, chain: ChainOption, symbolOrAddress: string): Promise<number | null> =>
  prices.get(chain, symbolOrAddress).then(
    ({ priceUsd }) => priceUsd,
    () => null,
  )
