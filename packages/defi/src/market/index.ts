export type { LockedToken } from './compute/lockedTokens.ts'
export type { SummaryFigures } from './compute/summary.ts'
export type { TvlFigures, TvlFilter } from './compute/tvl.ts'
export type { VolumeFigures, VolumeFilter, VolumePeriod } from './compute/volumes.ts'
export type { YieldFigures, YieldFilter } from './compute/yields.ts'
export { createMarketData, type MarketData, type MarketDataOptions, marketDefaults } from './createMarketData.ts'
export type { DexFigure, PoolFigure, ProtocolFigure } from './figures.ts'
export { getPoolVolume, type PoolVolume, type PoolVolumeOptions, UnknownPoolError } from './getPoolVolume.ts'
export { getProtocolTvl, type ProtocolTvl, type ProtocolTvlOptions } from './getProtocolTvl.ts'
export {
  type MarketFilter,
  MarketSchemaError,
  MarketSourceError,
  MarketUnavailableError,
  UnknownMarketNameError,
} from './marketErrors.ts'
export {
  createMarketOverview,
  type MarketOverview,
  type MarketOverviewFigures,
  type MarketOverviewOptions,
} from './overview/createMarketOverview.ts'
export type { MarketSourceReport } from './sources/dataset.ts'
