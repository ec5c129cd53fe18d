export {
  type BeaconOracle,
  type BeaconOracleOptions,
  BeaconUnavailableError,
  createBeaconOracle,
  getBeaconStatus,
} from './beacon/beaconOracle.ts'
export type { BeaconStatus } from './beacon/beaconStatus.ts'
export { BeaconAnswerError } from './beacon/sources/beacon.ts'
export type { Freshness, Source } from './freshness.ts'
export { computeNextBaseFee } from './gas/compute/eip1559.ts'
export { computeL1Fee, computeOperatorFee } from './gas/fees/compute/opStackFees.ts'
export { type EstimateFeeOptions, estimateTransactionFee } from './gas/fees/estimateTransactionFee.ts'
export { FeeSourceMissingError, TransactionRefusedError } from './gas/fees/feeErrors.ts'
export type { FeeParts, FeeRequest, TransactionFee } from './gas/fees/transactionFee.ts'
export {
  ChainNotServedError,
  GasModelError,
  GasUnavailableError,
  ImplausibleFeesError,
  UnreadableChainError,
} from './gas/gasErrors.ts'
export { createGasOracle, type GasOracle, type GasOracleOptions } from './gas/gasOracle.ts'
export type { Congestion, GasPrice, GasQuote, GasTier, GasTiers } from './gas/gasPrice.ts'
export type { GasTierName } from './gas/gasTierName.ts'
export { type GetGasPriceOptions, getGasPrice } from './gas/getGasPrice.ts'
export type { Backfill, BackfillOptions } from './gas/history/backfill.ts'
export { type BlockFees, type L1FeeInputs, tipPercentiles } from './gas/history/blockFees.ts'
export { createFeeHistory, type FeeHistory, type FeeHistoryOptions } from './gas/history/createFeeHistory.ts'
export type { FeeBar, FeeBars, FeeCoverage, FeeSpread } from './gas/history/feeHistoryTypes.ts'
export { type GetFeeHistoryOptions, getFeeHistory } from './gas/history/getFeeHistory.ts'
export type { Resolution } from './gas/history/resolutions.ts'
export type { Calibration, InclusionTarget } from './gas/model/inclusion.ts'
export type { InclusionQuote } from './gas/model/inclusionQuote.ts'
export type { GasTiming } from './gas/timing/gasTiming.ts'
export { type GetGasTimingOptions, getGasTiming } from './gas/timing/getGasTiming.ts'
export type { WaitForecast } from './gas/timing/priceForecast.ts'
export { getOracleHealth, type OracleHealth } from './health.ts'
export { type GetLrtRatesOptions, getLrtRates } from './lrt/getLrtRates.ts'
export {
  EthPriceError,
  LrtContractsMissingError,
  LrtRateError,
  LrtUnavailableError,
  UnknownLrtError,
} from './lrt/lrtErrors.ts'
export { createLrtOracle, type LrtOracle, type LrtOracleOptions } from './lrt/lrtOracle.ts'
export type { LrtRate, LrtRates } from './lrt/lrtRates.ts'
export { type LrtSymbol, lrtTokens } from './lrt/lrtRegistry.ts'
export { defineLrtToken, type LrtToken } from './lrt/lrtToken.ts'
export type { Arbitrage, Comparison, Offer } from './prices/compute/comparison.ts'
export { type HistoryInterval, volatilityFormula } from './prices/compute/priceHistory.ts'
export { createDollarReader, type DollarReader } from './prices/dollarReader.ts'
export { type GetPriceOptions, getPrice, type PriceRules } from './prices/getPrice.ts'
export type { HistoryBar, PriceHistory } from './prices/history/readHistory.ts'
export type { MarketFigures, Price, PriceOpinion, Redemption, SilentSource } from './prices/price.ts'
export {
  AmbiguousTokenError,
  PriceDisagreementError,
  PriceSourceError,
  PriceUnavailableError,
  UnknownMarketError,
  UnknownTokenError,
} from './prices/priceErrors.ts'
export {
  createPriceOracle,
  type HistoryOptions,
  type PriceOracle,
  type PriceOracleOptions,
} from './prices/priceOracle.ts'
export type { Candle, CandleRange, PriceSample, PriceSource } from './prices/priceSource.ts'
export type { PriceToken } from './prices/priceToken.ts'
export { type ChainlinkOptions, createChainlinkSource } from './prices/sources/chainlink.ts'
export { type CoinGeckoOptions, createCoinGeckoSource } from './prices/sources/coinGecko.ts'
export { createDefiLlamaSource, type DefiLlamaOptions } from './prices/sources/defiLlama.ts'
export { createExchangeSource, type ExchangeOptions } from './prices/sources/exchange.ts'
export { createRedemptionReader, type ReadRedemption } from './prices/sources/redemption.ts'
export { ReadTimeoutError } from './staleWhileRevalidate/state.ts'
