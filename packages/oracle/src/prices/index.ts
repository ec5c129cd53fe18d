export type { Arbitrage, Comparison } from './compute/comparison.ts'
export { createDollarReader } from './dollarReader.ts'
export { getPrice } from './getPrice.ts'
export type { PriceHistory } from './history/readHistory.ts'
export type { Price } from './price.ts'
export {
  AmbiguousTokenError,
  PriceDisagreementError,
  PriceSourceError,
  PriceUnavailableError,
  UnknownMarketError,
  UnknownTokenError,
} from './priceErrors.ts'
export { createPriceOracle, type PriceOracle, type PriceOracleOptions } from './priceOracle.ts'
export type { PriceSample, PriceSource } from './priceSource.ts'
export type { PriceToken } from './priceToken.ts'
export { createChainlinkSource } from './sources/chainlink.ts'
export { createCoinGeckoSource } from './sources/coinGecko.ts'
export { createDefiLlamaSource } from './sources/defiLlama.ts'
export { createExchangeSource } from './sources/exchange.ts'
export { createRedemptionReader } from './sources/redemption.ts'
