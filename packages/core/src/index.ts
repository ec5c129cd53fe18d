export { type Cache, type CacheOptions, createCache } from './cache/cache.ts'
export { getOrCreate } from './cache/getOrCreate.ts'
export {
  type ChainFamily,
  type ChainProfile,
  defineChain,
  defineEvmChain,
  type FeeModel,
  type MempoolKind,
  type NativeCurrency,
} from './chains/chain.ts'
export { type ChainName, chains, findChainName, getChain, isChainName, UnknownChainError } from './chains/registry.ts'
export { findClosest, toSuggestion } from './errors/closest.ts'
export { type ErrorOptions, OutriggerError } from './errors/outriggerError.ts'
export { createEmitter, type Emitter, type EventMap, type Events, type Unwatch } from './events/emitter.ts'
export { fromGwei, toGwei } from './math/gwei.ts'
export { quantile } from './math/quantile.ts'
export { latencyBounds, type Tally } from './providers/circuit/tally.ts'
export { getClientChain } from './providers/clientChain.ts'
export {
  type Endpoint,
  type EndpointConfig,
  type EndpointRole,
  InvalidEndpointError,
  toEndpoints,
} from './providers/endpoint.ts'
export {
  AllProvidersFailedError,
  DisagreementError,
  EndpointError,
  type FailureKind,
  PoolClosedError,
  RestAnswerError,
  type RpcAnswer,
  RpcAnswerError,
  UncertainWriteError,
} from './providers/errors.ts'
export { type FailoverOptions, failover, MissingChainError } from './providers/failover.ts'
export { createProviderPool } from './providers/pool.ts'
export type {
  Answer,
  ChainLog,
  EndpointReport,
  EndpointStatus,
  FailoverTransport,
  Head,
  LogFilter,
  PendingOptions,
  PendingSighting,
  PendingTransaction,
  PoolEvents,
  PoolOptions,
  PoolReport,
  ProviderPool,
  RestGetOptions,
  RestOpenOptions,
  RestPool,
  RestPoolOptions,
  RestStream,
  RpcRequest,
  SendOptions,
  SubscribeParameters,
  Subscription,
  WatchOptions,
} from './providers/poolTypes.ts'
export { TooFewEndpointsError } from './providers/quorum/agree.ts'
export { withAgreement } from './providers/quorum/withAgreement.ts'
export { PinnedReadError } from './providers/reads/pin.ts'
export { observeReads, type Provenance, poolOf } from './providers/reads/provenance.ts'
export { redactText, redactUrl } from './providers/redact.ts'
export { createRestPool } from './providers/rest/restPool.ts'
export {
  InvalidLogFilterError,
  matchesFilter,
  type NormalFilter,
  toNormalFilter,
} from './providers/streams/logFilter.ts'
export { getPendingSnapshot, type PendingSnapshot } from './providers/streams/pendingSnapshot.ts'
export { StreamGapError, UnknownSubscriptionError } from './providers/streams/subscriptions.ts'
export { FailoverTransportError } from './providers/transportError.ts'
export { createMemoryStore } from './store/memory.ts'
export type { Change, Collection, Store, StoreEntry } from './store/store.ts'
export { type Clock, monotonicClock, systemClock } from './time/clock.ts'
export { type RetryOptions, retry } from './time/retry.ts'
export { sleep } from './time/sleep.ts'
