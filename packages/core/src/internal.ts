// For the other packages of this repository, in addition to the public API. It may change with any version.

export { createBoundedMap } from './cache/boundedMap.ts'
export { type Cache, type CacheOptions, createCache } from './cache/cache.ts'
export { getOrCreate } from './cache/getOrCreate.ts'
export {
  type BlobMarket,
  type BlobParameters,
  type ChainFamily,
  defineChain,
  defineEvmChain,
  type FeeModel,
  type MempoolKind,
  type NativeCurrency,
} from './chains/chain.ts'
export { type ChainOption, findChainById, findChainName, resolveChain, toChainName } from './chains/registry.ts'
export { findListedTokens, type ListedToken } from './chains/tokens/findTokens.ts'
export { type Token, toListedTokens } from './chains/tokens/listedTokens.ts'
export { toTokenLogos } from './chains/tokens/tokenLogos.ts'
export { findClosest, toSuggestion } from './errors/closest.ts'
export { escapeControls, flattenControls } from './errors/controlCharacters.ts'
export type { ErrorOptions } from './errors/outriggerError.ts'
export { callSafely } from './events/callSafely.ts'
export { createEmitter, type Emitter, type EventMap } from './events/emitter.ts'
export { createMicroBatch, type MicroBatch } from './events/microBatch.ts'
export { searchGoldenSection } from './math/goldenSection.ts'
export { computeCalldataFloor, computeIntrinsicGas, type GasBearing } from './math/intrinsicGas.ts'
export { quantile } from './math/quantile.ts'
export { type CallCounts, latencyBounds } from './providers/circuit/callCounts.ts'
export { describeOutage } from './providers/circuit/outage.ts'
export { getClientChain, requireClientChain } from './providers/clientChain.ts'
export {
  type ClientOption,
  chainOf,
  type PoolClient,
  type PoolOption,
  poolOf,
  toClient,
  toClientOf,
  toPool,
} from './providers/clientOption.ts'
export { type Endpoint, type EndpointRole, toEndpoints } from './providers/endpoint.ts'
export { type FailureKind, findRpcAnswer, type RpcAnswer } from './providers/errors.ts'
export type { EndpointIdentity, FamilyRequest } from './providers/families/familyTypes.ts'
export { findNetworkOwner, identify } from './providers/families/identify.ts'
export { familyProtocols } from './providers/families/registry.ts'
export { FilterError } from './providers/filters/filterError.ts'
export { isFilterMethod } from './providers/filters/filterRequest.ts'
export { FilterStore } from './providers/filters/filterStore.ts'
export { type MethodHandling, toMethodHandling } from './providers/handling.ts'
export { createPastPool, type PastPool } from './providers/past/pastPool.ts'
export { createPoolClient } from './providers/poolClient.ts'
export type {
  EndpointStatus,
  PendingOptions,
  PendingTransaction,
  PoolOutage,
  RestGetOptions,
  RestOpenOptions,
  RestStream,
  RpcRequest,
  SubscribeParameters,
  Subscription,
  WatchOptions,
} from './providers/poolTypes.ts'
export type { Provenance } from './providers/reads/provenance.ts'
export { redactText } from './providers/redact.ts'
export { maxLagSlots } from './providers/rest/beaconReadiness.ts'
export { computeBloom } from './providers/streams/bloom.ts'
export { matchesFilter, type NormalFilter, toNormalFilter } from './providers/streams/logFilter.ts'
export { getPendingSnapshot, type PendingSnapshot } from './providers/streams/pendingSnapshot.ts'
export { UnknownSubscriptionError } from './providers/streams/subscriptions.ts'
export { classifyRpcError, isAbsentBlockError, isMissingStateError } from './providers/wire/classify.ts'
export { toErrorObject } from './providers/wire/envelope.ts'
export { parseJson } from './providers/wire/parseJson.ts'
export { dropBefore, type SeriesLevel, toLevelKey, toSeriesKey } from './series/levels.ts'
export {
  addRange,
  type BlockRange,
  findGaps,
  includesBlock,
  removeSpan,
  type Span,
} from './series/ranges.ts'
export { createSeriesStore, type Draft, type SeriesStore } from './series/seriesStore.ts'
export {
  createLeases,
  LeaseLostError,
  type Leases,
  type LeasesOptions,
} from './store/leases/leases.ts'
export { toMemberName } from './store/leases/members.ts'
export type { Change, Collection, CommitOptions, StoreEntry } from './store/store.ts'
export { monotonicClock, systemClock } from './time/clock.ts'
export { inTurns } from './time/inTurns.ts'
export { type RetryOptions, retry } from './time/retry.ts'
export { createTokenBucket, type TokenBucket } from './time/tokenBucket.ts'
