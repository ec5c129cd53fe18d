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
export { type Cost, computeCost, logsCost } from './cost.ts'
export { LiquidationStreamFilter } from './defiStream.ts'
export type { Endpoint, ServedEndpoint } from './endpoint.ts'
export { type ErrorCode, errorCodes, type Fault, toOutcome } from './errors.ts'
export { allMessages as streamMessages } from './gatewayMessages.ts'
export { StreamedOpportunity } from './lendingShapes.ts'
export { mevTypes, toZeros } from './mempool.ts'
export { MempoolStreamFilter } from './mempoolStream.ts'
export { Findings, goneReasons, MevFinding, MevStreamFilter } from './mevFinding.ts'
export { toOpenApi } from './openapi.ts'
export { toPathPattern } from './paths.ts'
export { decode, encode } from './record.ts'
export { maxLogAddresses, type StreamedData } from './streamMessages.ts'
export { gatewayStreams, type ServedStream, type StreamPath, streamDefaults, streams } from './streams.ts'
export { alertMetrics, alertTypes, dexIds, lendingIds, promisedProtocols, transactionTypes } from './vocabulary.ts'
