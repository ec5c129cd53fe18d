// Exports for other packages of this repository that are not part of the public API. They may change with any version.

export { readUsage } from './access/ledger/documents.ts'
export { type KeyUsage, readKeyUsage } from './access/ledger/keyUsage.ts'
export { createDexFigureApi } from './api/analytics/dex.ts'
export { createMarketOverviewApi } from './api/analytics/market.ts'
export { toPoints as toMetricPoints } from './api/analytics/metrics.ts'
export { createChainMetricsApi } from './api/analytics/platform.ts'
export { createProtocolApi } from './api/analytics/protocol.ts'
export { createSeriesApi } from './api/analytics/series.ts'
export {
  toWireAddressHistory,
  toWireAsOf,
  toWireBalance,
  toWireBlock,
  toWireChainTransaction,
} from './api/blockchainWire.ts'
export { toWireHealth, toWireOpportunity } from './api/defiWire.ts'
export { createCallDescriber, type DescribedCall, toDescribedCall } from './api/describeCall.ts'
export { toLists } from './api/gasLists.ts'
export { toWireCoreEstimate, toWireUnifiedHistory } from './api/gasWire.ts'
export { toWireMarketSummary, toWireTvl, toWireVolumes, toWireYields } from './api/marketWire.ts'
export { toSnakeCase, toWireSwap, toWireTransaction } from './api/mempoolWire.ts'
export { createMevApi } from './api/mev.ts'
export { toWireExposure } from './api/mevExposure.ts'
export { toWireSimulation } from './api/mevWire.ts'
export { toWireGasPrice } from './api/oracleWire.ts'
export { toWireComparison, toWireHistory, toWirePrice } from './api/priceWire.ts'
export { createSwapApi } from './api/swaps.ts'
export { type NodeLimits, openNode } from './createNode.ts'
export { loadStdio } from './mcp/load.ts'
export { toIndexPath } from './node/addressIndexes.ts'
export { indexableChains } from './node/addressIndexSettings.ts'
export type { ChainConfig, PoolConfig } from './node/config.ts'
export { chainDefaults, configDefaults, poolDefaults } from './node/configDefaults.ts'
export { createDexFigures } from './node/dexFigures.ts'
export { evmChains } from './node/evmChains.ts'
export { createFindingFeed } from './node/findingFeed.ts'
export { createFindingFilter, type FindingConditions, type FindingFilter } from './node/findingFilter.ts'
export { followFindings, type ReportedFinding } from './node/findingNotice.ts'
export { createOpportunityFilter } from './node/liquidations.ts'
export { createMarket, createOverview } from './node/market.ts'
export { removedSettings } from './node/removedSettings.ts'
export { createSwaps } from './node/swaps.ts'
