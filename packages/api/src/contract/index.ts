export { type Scope, scopes, type Tier, tierNames } from './access.ts'
export { type MetricDescription, metrics } from './analyticsMetrics.ts'
export { type Aggregation, aggregations } from './analyticsShapes.ts'
export { toAsyncApi } from './asyncapi.ts'
export {
  bundleChains,
  chainNames,
  gasChains,
  lendingChains,
  mempoolChains,
  type OracleChain,
  oracleChains,
  swapChains,
  unifiedGasChains,
} from './chains.ts'
export { type Arguments, type Contract, contract, type Response, type ServedId } from './contract.ts'
export { LiquidationStreamFilter } from './defiStream.ts'
export type { Endpoint, ServedEndpoint } from './endpoint.ts'
export { type ErrorCode, errorCodes, type Fault } from './errors.ts'
export { allMessages as streamMessages } from './gatewayMessages.ts'
export { StreamedOpportunity } from './lendingShapes.ts'
export { mevTypes } from './mempool.ts'
export { MempoolStreamFilter } from './mempoolStream.ts'
export { MevFinding, MevStreamFilter } from './mevFinding.ts'
export { toOpenApi } from './openapi.ts'
export { decode, encode } from './record.ts'
export type { StreamedData } from './streamMessages.ts'
export { gatewayStreams, type ServedStream, type StreamPath, streamDefaults, streams } from './streams.ts'
export { alertMetrics, alertTypes, dexIds, lendingIds, transactionTypes } from './vocabulary.ts'
