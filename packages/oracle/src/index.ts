export {
  type BeaconOracle,
  BeaconUnavailableError,
  createBeaconOracle,
  getBeaconStatus,
} from './beacon/beaconOracle.ts'
export type { BeaconStatus } from './beacon/beaconStatus.ts'
export type { Freshness } from './freshness.ts'
export { computeNextBaseFee } from './gas/compute/eip1559.ts'
export { computeL1Fee, computeOperatorFee } from './gas/fees/compute/opStackFees.ts'
export { estimateTransactionFee } from './gas/fees/estimateTransactionFee.ts'
export { FeeSourceMissingError, TransactionRefusedError } from './gas/fees/feeErrors.ts'
export type { FeeRequest, TransactionFee } from './gas/fees/transactionFee.ts'
export {
  ChainNotServedError,
  GasModelError,
  GasUnavailableError,
  ImplausibleFeesError,
  UnknownFeeRuleError,
  UnreadableChainError,
} from './gas/gasErrors.ts'
export { createGasOracle, type GasOracle, type GasOracleOptions } from './gas/gasOracle.ts'
export type { Congestion, GasPrice, GasQuote, GasTiers } from './gas/gasPrice.ts'
export type { GasTierName } from './gas/gasTierName.ts'
export { type GetGasPriceOptions, getGasPrice } from './gas/getGasPrice.ts'
export { createFeeHistory, type FeeHistory } from './gas/history/createFeeHistory.ts'
export type { FeeBars } from './gas/history/feeHistoryTypes.ts'
export { getFeeHistory } from './gas/history/getFeeHistory.ts'
export type { GasTiming } from './gas/timing/gasTiming.ts'
export { getGasTiming } from './gas/timing/getGasTiming.ts'
export { getOracleHealth, type OracleHealth } from './health.ts'
export { getLrtRates } from './lrt/getLrtRates.ts'
export { EthPriceError, LrtUnavailableError, UnknownLrtError } from './lrt/lrtErrors.ts'
export { createLrtOracle, type LrtOracle } from './lrt/lrtOracle.ts'
export type { LrtRates } from './lrt/lrtRates.ts'
export { lrtTokens } from './lrt/lrtRegistry.ts'
export { defineLrtToken, type LrtToken } from './lrt/lrtToken.ts'
export { ReadTimeoutError } from './staleWhileRevalidate/state.ts'
