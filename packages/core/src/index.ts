export type { ChainProfile } from './chains/chain.ts'
export { type ChainName, chains, getChain, isChainName, UnknownChainError } from './chains/registry.ts'
export { OutriggerError } from './errors/outriggerError.ts'
export type { Events, Unwatch } from './events/emitter.ts'
export { fromGwei, toGwei } from './math/gwei.ts'
export { MissingChainError } from './providers/clientOption.ts'
export { type EndpointConfig, InvalidEndpointError } from './providers/endpoint.ts'
export {
  AllProvidersFailedError,
  DisagreementError,
  EndpointError,
  PoolClosedError,
  RestAnswerError,
  RpcAnswerError,
  UncertainWriteError,
} from './providers/errors.ts'
export { type FailoverOptions, failover } from './providers/failover.ts'
export { createFamilyPool, WrongFamilyError } from './providers/families/familyPool.ts'
export type { FamilyPool, FamilyPoolOptions } from './providers/families/familyTypes.ts'
export { createProviderPool } from './providers/pool.ts'
export type {
  Answer,
  ChainLog,
  EndpointReport,
  FailoverTransport,
  Head,
  LogFilter,
  PendingSighting,
  PoolEvents,
  PoolOptions,
  PoolReport,
  ProviderPool,
  RestPool,
  RestPoolOptions,
  SendOptions,
} from './providers/poolTypes.ts'
export { TooFewEndpointsError } from './providers/quorum/agree.ts'
export { withAgreement } from './providers/quorum/withAgreement.ts'
export { PinnedReadError } from './providers/reads/pin.ts'
export { observeReads } from './providers/reads/provenance.ts'
export { redactUrl } from './providers/redact.ts'
export { createRestPool } from './providers/rest/restPool.ts'
export { InvalidLogFilterError } from './providers/streams/logFilter.ts'
export { StreamGapError } from './providers/streams/subscriptions.ts'
export { FailoverTransportError } from './providers/transportError.ts'
export { createMemoryStore } from './store/memory.ts'
export type { Store } from './store/store.ts'
export type { Clock } from './time/clock.ts'
export { sleep } from './time/sleep.ts'
