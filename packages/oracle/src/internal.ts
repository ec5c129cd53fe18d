// Names for the other packages of this repository only. They may change in any version.

export { BeaconAnswerError } from './beacon/sources/beacon.ts'
export type { Source } from './freshness.ts'
export { findBlobParameters } from './gas/blobs/compute/blobBaseFee.ts'
export { getNextBlobBaseFee } from './gas/blobs/getNextBlobBaseFee.ts'
export { getNodeBlobSchedule } from './gas/blobs/sources/nodeBlobs.ts'
export { computeChainNextBaseFee } from './gas/compute/nextBaseFee.ts'
export type { GasTier } from './gas/gasPrice.ts'
export type { PendingTips } from './gas/gasSample.ts'
export { type BlockFees, tipPercentiles } from './gas/history/blockFees.ts'
export { computePastTiers, quoteWindowBlocks } from './gas/history/compute/pastTiers.ts'
export { keptBlocks as keptFeeBlocks } from './gas/history/compute/seriesState.ts'
export type { FeeBar, TimeSpan } from './gas/history/feeHistoryTypes.ts'
export type { Resolution } from './gas/history/resolutions.ts'
export { chooseWidth, levels as feeLevels, resolutions } from './gas/history/resolutions.ts'
export { parseBlocks } from './gas/model/backtest/parseBlocks.ts'
export {
  type BacktestReport,
  type CalibrationRow,
  computeLeastBlocks,
  type EstimatorRow,
  replayBacktest,
  runBacktest,
} from './gas/model/backtest/runBacktest.ts'
export { toTestedWindows, toTierWindow } from './gas/model/families.ts'
export type { Calibration } from './gas/model/inclusion.ts'
export { computeMostGrowth } from './gas/model/windowBaseFee.ts'
export { type FeeHeader, toFeeBlock } from './gas/sources/feeBlock.ts'
export { getFeeBlocks } from './gas/sources/feeBlocks.ts'
export { tierTargets } from './gas/tierTargets.ts'
export { toWaitText } from './gas/timing/gasTiming.ts'
export { readGasTiming } from './gas/timing/getGasTiming.ts'
export type { EndpointHealth } from './health.ts'
export { LrtRateError } from './lrt/lrtErrors.ts'
export type { Offer } from './prices/compute/comparison.ts'
export { volatilityFormula } from './prices/compute/priceHistory.ts'
export type { DollarReader } from './prices/dollarReader.ts'
export { listFeedSymbols } from './prices/feeds/priceFeed.ts'
export type { MissingSource } from './prices/price.ts'
export type { Candle } from './prices/priceSource.ts'
export { resolveToken } from './prices/resolveToken.ts'
export { createStaleWhileRevalidate } from './staleWhileRevalidate/staleWhileRevalidate.ts'
