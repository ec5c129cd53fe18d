export {
  type BeaconOracle,
  type BeaconOracleOptions,
  BeaconUnavailableError,
  createBeaconOracle,
  getBeaconStatus,
} from './beacon/beaconOracle.ts'
export type { BeaconStatus, SyncStatus, ValidatorCounts } from './beacon/beaconStatus.ts'
export { BeaconAnswerError } from './beacon/sources/beacon.ts'
export type { Freshness, Source } from './freshness.ts'
export { classifyCongestion, congestionThresholds } from './gas/compute/congestion.ts'
export { type BaseFeeParameters, computeNextBaseFee } from './gas/compute/eip1559.ts'
export { computeGasQuote } from './gas/compute/gasQuote.ts'
export { computeChainNextBaseFee } from './gas/compute/nextBaseFee.ts'
export { type ConfirmationTarget, computeTips, confirmationTargets } from './gas/compute/tips.ts'
export {
  ChainNotServedError,
  GasUnavailableError,
  ImplausibleFeesError,
  UnreadableChainError,
} from './gas/gasErrors.ts'
export { createGasOracle, type GasOracle, type GasOracleEvents, type GasOracleOptions } from './gas/gasOracle.ts'
export type {
  Congestion,
  GasPrice,
  GasQuote,
  GasTier,
  GasTierName,
  GasTiers,
  ProviderStatus,
} from './gas/gasPrice.ts'
export type { FeeBlock, FeeHistoryBlock, GasSample, PendingTips } from './gas/gasSample.ts'
export { type GetGasPriceOptions, getGasPrice } from './gas/getGasPrice.ts'
export { type FeeHeader, toFeeBlock } from './gas/sources/feeBlock.ts'
export { type ChainHealth, type EndpointHealth, getOracleHealth, type OracleHealth } from './health.ts'
export { type GetLrtRatesOptions, getLrtRates, type LrtRegistry, type LrtSelection } from './lrt/getLrtRates.ts'
export {
  EthPriceError,
  LrtContractsMissingError,
  LrtRateError,
  LrtUnavailableError,
  UnknownLrtError,
} from './lrt/lrtErrors.ts'
export { createLrtOracle, type LrtOracle, type LrtOracleOptions } from './lrt/lrtOracle.ts'
export type { LrtRate, LrtRates, SkippedLrt } from './lrt/lrtRates.ts'
export { type LrtSymbol, lrtTokens } from './lrt/lrtRegistry.ts'
export { defineLrtToken, type LrtToken } from './lrt/lrtToken.ts'
export { ReadTimeoutError } from './staleWhileRevalidate/state.ts'
