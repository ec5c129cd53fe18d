import type { PriceOracle } from '@outrigger/oracle/prices'

/** US dollars of one whole token; null while no source has a price. */
export const getUsdPrice = (prices: PriceOracle, chain: string, symbolOrAddress: string): Promise<number | null> =>
  prices.get(chain, symbolOrAddress).then(
    ({ priceUsd }) => priceUsd,
    () => null,
  )
