// What the packages of this repository use of each other beside the public face. It may change with any version.

export type { SyncStatus, ValidatorCounts } from './beacon/beaconStatus.ts'
export { classifyCongestion, congestionThresholds } from './gas/compute/congestion.ts'
export type { BaseFeeParameters } from './gas/compute/eip1559.ts'
export { computeGasQuote } from './gas/compute/gasQuote.ts'
export { computeChainNextBaseFee } from './gas/compute/nextBaseFee.ts'
export { type ConfirmationTarget, computeTips, confirmationTargets } from './gas/compute/tips.ts'
export type { GasOracleEvents } from './gas/gasOracle.ts'
export type { ProviderStatus } from './gas/gasPrice.ts'
export type { FeeBlock, FeeHistoryBlock, GasSample, PendingTips } from './gas/gasSample.ts'
export type { TimeSpan } from './gas/history/feeHistoryTypes.ts'
export { chooseResolution } from './gas/history/feeSeries.ts'
export { chooseWidth, resolutions } from './gas/history/resolutions.ts'
export { parseBlocks } from './gas/model/backtest/parseBlocks.ts'
export {
  type BacktestReport,
  type CalibrationRow,
  type EstimatorRow,
  runBacktest,
} from './gas/model/backtest/runBacktest.ts'
export { tierTargets, toWindowBlocks } from './gas/model/families.ts'
export { computeMostGrowth } from './gas/model/windowBaseFee.ts'
export { type FeeHeader, toFeeBlock } from './gas/sources/feeBlock.ts'
export { getFeeBlocks } from './gas/sources/feeBlocks.ts'
export { toWaitText } from './gas/timing/gasTiming.ts'
export { readGasTiming } from './gas/timing/getGasTiming.ts'
export type { ChainHealth, EndpointHealth } from './health.ts'
export type { LrtRegistry, LrtSelection } from './lrt/getLrtRates.ts'
export type { SkippedLrt } from './lrt/lrtRates.ts'
export { resolveToken } from './prices/resolveToken.ts'
