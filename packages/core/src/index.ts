export {
  type ChainFamily,
  type ChainProfile,
  defineChain,
  defineEvmChain,
  type FeeModel,
  type MempoolKind,
  type NativeCurrency,
} from './chains/chain.ts'
export { type ChainName, chains, getChain, isChainName, UnknownChainError } from './chains/registry.ts'
export { BaseError, type ErrorOptions } from './errors/baseError.ts'
export { createEmitter, type Emitter, type EventMap, type Events, type Unwatch } from './events/emitter.ts'
export { fromGwei, toGwei } from './math/gwei.ts'
export { quantile } from './math/quantile.ts'
export {
  type Endpoint,
  type EndpointConfig,
  type EndpointRole,
  InvalidEndpointError,
  toEndpoints,
} from './providers/endpoint.ts'
export { observeReads, type Provenance, poolOf } from './providers/observe.ts'
export type {
  Answer,
  EndpointReport,
  EndpointStatus,
  FailoverTransport,
  Head,
  PoolEvents,
  PoolOptions,
  PoolReport,
  ProviderPool,
  RestPool,
  RestPoolOptions,
  RpcRequest,
} from './providers/poolTypes.ts'
export { redactText, redactUrl } from './providers/redact.ts'
export type { Collection, Store, StoreEntry } from './store/store.ts'
export { type Clock, systemClock } from './time/clock.ts'
export { sleep } from './time/sleep.ts'
