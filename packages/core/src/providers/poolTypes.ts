import type { Readable } from 'node:stream'
import type { RpcLog, Transport } from 'viem'
import type { ChainProfile } from '../chains/chain.ts'
import type { ChainOption } from '../chains/registry.ts'
import type { Events, Unwatch } from '../events/emitter.ts'
import type { Clock } from '../time/clock.ts'
import type { CallCounts } from './circuit/callCounts.ts'
import type { EndpointConfig, EndpointRole } from './endpoint.ts'

export type RpcRequest = { readonly method: string; readonly params?: unknown }

/** A result and its source. */
export type Answer<result = unknown> = {
  readonly result: result
  /** Name of the endpoint that answered. */
  readonly provider: string
  readonly role: EndpointRole
  /** Number of upstream calls for this answer, hedges included. 0 if the answer is from the cache. */
  readonly attempts: number
  /** Whether backups were called because the first choice was late. */
  readonly hedged: boolean
  /** Whether the result came from the cache, without an upstream call. */
  readonly cached: boolean
  /** Time since the provider gave the answer. 0 unless cached. */
  readonly ageMs: number
  /** The block of the answer, if the request or the result contains it. */
  readonly block: bigint | null
  /**
   * Set if only one endpoint gave this empty answer (no logs, no receipt, no block) and no other endpoint could be reached
   * within `timeoutMs`. The answer may be wrong, and it is not cached.
   */
  readonly unconfirmed?: true
  readonly latencyMs: number
}

/** Options of one request of a pool. */
export type SendOptions = {
  readonly signal?: AbortSignal
  /** How many endpoints must give the same answer. A lagging endpoint has 1.5 seconds to catch up. @default 1 */
  readonly agree?: number
  /** Name of the endpoint to call first while it is available, for example the endpoint that has just shown the block. */
  readonly prefer?: string
  /** Skips the cache. @default false */
  readonly fresh?: boolean
}

/**
 * `unknown`: no request yet · `healthy` · `degraded`: the endpoint answers, but with recent failures or a late head ·
 * `unavailable`: the endpoint gets no requests because its circuit is open, it is on the wrong chain, or it lags too
 * far.
 */
export type EndpointStatus = 'unknown' | 'healthy' | 'degraded' | 'unavailable'

/** Current state of one endpoint of a pool. Block numbers and limits are null until they are known. */
export type EndpointReport = {
  readonly name: string
  readonly role: EndpointRole
  /** Redacted. */
  readonly url: string
  readonly status: EndpointStatus
  /** Why the endpoint is not `healthy`, in one sentence. */
  readonly reason: string | null
  /** Share of the recent calls (64 at most) that were answered, 0-1. Null before the first call. */
  readonly successRate: number | null
  /** Median of the recent latencies. Null before the first answer. */
  readonly latencyMs: number | null
  /** Highest block seen at this endpoint. */
  readonly head: bigint | null
  /** When the endpoint first showed this block, in Unix ms. */
  readonly headSinceMs: number | null
  readonly lastError: { readonly code: string; readonly message: string; readonly atMs: number } | null
  /** Calls sent since the pool was created, including probes. */
  readonly calls: number
  /** Outcomes and latencies of calls, without probes. */
  readonly tally: Readonly<CallCounts>
  /** Whether a WebSocket subscription to the endpoint is live. */
  readonly socket: boolean
  /** Methods that the endpoint reported as unsupported. The pool does not call the endpoint for them now. */
  readonly unsupported: readonly string[]
  /** Oldest block whose state the endpoint has. Null unless the endpoint has refused older state. */
  readonly oldestState: bigint | null
  /** Largest block range that the endpoint accepts in one `eth_getLogs`. Null unless it has refused a larger range. */
  readonly maxLogRange: bigint | null
}

/** Why the data of a chain is old. */
export type PoolOutage = {
  /**
   * `unavailable`: no endpoint is in service · `wrongChain`: neither, and an endpoint serves another chain · `lateHead`: endpoints
   * answer, but the newest block is older than 30 seconds and than three block times (six on proof of work).
   */
  readonly kind: 'unavailable' | 'wrongChain' | 'lateHead'
  /** When the last endpoint went out of service, or the time of the newest block. Unix ms. */
  readonly sinceMs: number | null
  /** Why endpoints are out of service, by name. Null for `lateHead`. */
  readonly reason: string | null
}

/** Current state of a pool and its endpoints. Reading it sends no request. */
export type PoolReport = {
  readonly chain: string
  /**
   * `healthy`: the primary answers · `degraded`: a backup answers, or the primary answers with failures ·
   * `unavailable`: no endpoint answers.
   */
  readonly status: Exclude<EndpointStatus, 'unknown'>
  /** True while a backup replaces the primary. */
  readonly failoverActive: boolean
  /** Highest block seen at any endpoint. */
  readonly head: bigint | null
  /** Time of that block in Unix ms: its timestamp while heads are watched, otherwise when it was first seen. */
  readonly headAtMs: number | null
  /** Null while an endpoint is in service and shows new blocks. */
  readonly outage: PoolOutage | null
  /** Number of answers since the pool was created. */
  readonly answers: { readonly cached: number; readonly hedged: number; readonly other: number }
  readonly endpoints: readonly EndpointReport[]
}

/** A block header, as reported by `watchHeads`. */
export type Head = {
  readonly number: bigint
  readonly hash: `0x${string}`
  readonly parentHash: `0x${string}`
  /** Unix seconds. */
  readonly timestamp: bigint
  /** Name of the endpoint that sent the header. */
  readonly provider: string
  /** True if a reorganization has removed this block after it was reported as a head. */
  readonly removed: boolean
  /** The header in JSON-RPC form, as the provider wrote it. */
  readonly header: Readonly<Record<string, unknown>>
}

/**
 * Conditions for logs: `address` and `topics` of `eth_getLogs`. A topic position is one value, a list of
 * alternatives, or null for any value.
 */
export type LogFilter = {
  readonly address?: `0x${string}` | readonly `0x${string}`[]
  readonly topics?: readonly (`0x${string}` | readonly `0x${string}`[] | null)[]
}

/** A log in JSON-RPC form. viem's `formatLog` converts it to its typed form. */
export type ChainLog = RpcLog & { readonly removed: boolean }

export type WatchOptions = {
  /**
   * Whether the current head or its logs may be reported first. Otherwise only later ones are reported. @default true
   */
  readonly emitOnBegin?: boolean
}

export type HeadWatchOptions = WatchOptions & {
  /** Whether a listener that joins a running stream gets the last head at once. @default false */
  readonly emitLast?: boolean
}

export type LogWatchOptions = WatchOptions & {
  /** Called for each block after its logs, even if the block has no logs. Called again with `removed` if the block is removed. */
  readonly onBlock?: (head: Head) => void
}

export type PendingTransaction = {
  readonly hash: `0x${string}`
  /** In JSON-RPC form. Null if only the hash is known. */
  readonly transaction: Readonly<Record<string, unknown>> | null
  /** Name of the endpoint that first showed the transaction. */
  readonly provider: string
}

/** A pending transaction as one provider has shown it. */
export type PendingSighting = PendingTransaction & {
  /** Unix ms. */
  readonly atMs: number
}

export type PendingOptions = {
  /** Whether to look up the transaction if a provider shows only a hash. @default false */
  readonly full?: boolean
  /**
   * Called every time any provider shows a transaction. It is also called for all pending transactions of a provider,
   * including those that wait for an earlier nonce, when the pool starts to listen to the provider and after each
   * gap.
   */
  readonly onSighting?: (sighting: PendingSighting) => void
  /**
   * Called once, when the pool starts to listen to a provider. Transactions that become pending there later are
   * reported.
   */
  readonly onBegin?: () => void
}

/** Events of a pool by name. Times are in ms. */
export type PoolEvents = {
  /** An endpoint changed its status. */
  readonly status: {
    readonly endpoint: string
    readonly from: EndpointStatus
    readonly to: EndpointStatus
    readonly reason: string | null
  }
  /** Traffic left the primary (`active`) or returned to it. `reason` says why. */
  readonly failover: { readonly active: boolean; readonly reason: string | null }
  /** An endpoint has shown a limit, or has denied data that another endpoint has. */
  readonly learned: { readonly endpoint: string; readonly method: string; readonly lesson: string }
  /** Endpoints gave different answers to a request with `agree`. */
  readonly disagreement: { readonly method: string; readonly providers: readonly string[] }
  /** A stream skipped blocks, after an outage of more than 4096 blocks or because no provider returns their logs. */
  readonly gap: { readonly stream: 'heads' | 'logs'; readonly from: bigint; readonly to: bigint }
  /** The pool was closed. No more events follow. */
  readonly close: { readonly name: string }
  /** A request was answered, from the cache or by an endpoint. */
  readonly answer: { readonly method: string } & Omit<Answer, 'result'>
  /** One upstream call ended. */
  readonly call: {
    readonly endpoint: string
    readonly method: string
    readonly outcome: 'ok' | 'answerError' | 'failed'
    readonly hedge: boolean
    readonly latencyMs: number
  }
}

/** Settings of a provider pool. Only `chain` and `endpoints` are required. */
export type PoolOptions = {
  /** Name or profile of the chain every endpoint must be on. Its id is verified before an endpoint is first used. */
  readonly chain: ChainOption
  /** The endpoints, primary first. */
  readonly endpoints: readonly (string | EndpointConfig)[]
  /** Longest wait for one endpoint in ms. @default 5000 */
  readonly timeoutMs?: number
  /**
   * How long the first choice may take before backups are called as well, in ms.
   * @default learned: 1.5 times the p95 of its own latency, between 30 and 1000; 100 before there are samples
   */
  readonly hedgeDelayMs?: number
  /** Consecutive failures or late answers that open an endpoint's circuit. @default 3 */
  readonly failureThreshold?: number
  /** Longest time between two probes of an open circuit while other endpoints serve, in ms. @default 4000 */
  readonly maxProbeDelayMs?: number
  /** Time between head checks of endpoints without traffic, in ms. 0 turns them off. @default the block time, 2000-12000 */
  readonly probeIntervalMs?: number
  /**
   * Number of blocks that an endpoint may be behind the best endpoint. If it is further behind, it gets no requests.
   * @default 10 s of blocks, at least 2
   */
  readonly maxLagBlocks?: number
  /** Retries of an endpoint that fails quickly. @default 1 */
  readonly retries?: number
  /** Memory for answers that can no longer change. `false` means no cache. @default 32 MiB */
  readonly cache?: { readonly maxBytes: number } | false
  readonly clock?: Clock
  /** Closes the pool when aborted. */
  readonly signal?: AbortSignal
}

/** A primary and its backups used as one provider. */
export type ProviderPool = Events<PoolEvents> & {
  readonly chain: ChainProfile
  /** The pool as a viem transport. All clients made with it share the pool's health. */
  readonly transport: FailoverTransport
  /**
   * Sends a request: calls the first choice, hedges when it is late, and fails over when it fails.
   * @throws {RpcAnswerError} the chain's own answer is an error (a revert, invalid params): not retried
   * @throws {AllProvidersFailedError} no endpoint answered; lists every failure
   * @throws {UncertainWriteError} a transaction may or may not have been accepted
   * @throws {DisagreementError} with `agree`: too few endpoints give the same answer
   * @throws {TooFewEndpointsError} `agree` is larger than the number of endpoints
   * @throws {PoolClosedError}
   */
  send<result = unknown>(request: RpcRequest, options?: SendOptions): Promise<Answer<result>>
  /**
   * Like `send`, but returns the result as JSON text exactly as the provider wrote it. A JSON-RPC error of the chain is thrown
   * as `RpcAnswerError` with its `text`.
   */
  relay(request: RpcRequest, options?: SendOptions): Promise<Answer<string>>
  /**
   * Reports every head once and in order, even if sockets and providers fail. Missed blocks are fetched. Blocks that
   * a reorganization removes are reported again with `removed: true`, highest first, before the blocks that replace
   * them. The first listener gets the current head. After more than 4096 missed blocks the stream skips them and
   * emits `gap`.
   */
  watchHeads(onHead: (head: Head) => void, options?: HeadWatchOptions): Unwatch
  /**
   * Reports every log of the filter once and in order, for the blocks of `watchHeads`. Logs of removed blocks are reported
   * again with `removed: true`.
   * @throws {InvalidLogFilterError}
   */
  watchLogs(filter: LogFilter, onLog: (log: ChainLog) => void, options?: LogWatchOptions): Unwatch
  /** Reports every pending transaction that any provider shows. Each is reported once. */
  watchPendingTransactions(onTransaction: (transaction: PendingTransaction) => void, options?: PendingOptions): Unwatch
  /**
   * Returns reads that all see the same block, for a decision that needs several reads.
   * @param block number of the block. @default the latest block
   * @throws {PinnedReadError} the block does not exist
   * @throws {AllProvidersFailedError}
   */
  pinBlock(block?: bigint): Promise<PinnedReads>
  report(): PoolReport
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Reads that all see the same block. `latest` and a missing block parameter mean this block, by its hash (EIP-1898). */
export type PinnedReads = {
  readonly block: { readonly number: bigint; readonly hash: `0x${string}`; readonly timestamp: bigint }
  /** Like `send` of the pool, for requests that read a block. @throws {PinnedReadError} the request reads no block */
  send<result = unknown>(request: RpcRequest, options?: SendOptions): Promise<Answer<result>>
  /** Transport for a viem client. */
  readonly transport: FailoverTransport
}

/**
 * viem treats it as a WebSocket transport, so `watchBlocks`, `watchEvent` and similar functions subscribe to the pool's
 * streams instead of polling.
 */
export type FailoverTransport = Transport<
  'webSocket',
  {
    readonly pool: ProviderPool
    /** Subscribes like `eth_subscribe`. The pool's streams send the events. */
    readonly subscribe: (parameters: SubscribeParameters) => Promise<Subscription>
  }
>

/** The parameters of `subscribe` of viem's `webSocket` transport. */
export type SubscribeParameters = {
  readonly params:
    | readonly ['newHeads']
    | readonly ['newPendingTransactions', full?: boolean]
    | readonly ['logs', filter?: LogFilter]
  /** Called with each event. It may return a promise. While it reads a block by its number, later blocks wait. */
  readonly onData: (data: { readonly subscription: `0x${string}`; readonly result: unknown }) => unknown
  /** Called when the pool was closed or blocks were skipped. */
  readonly onError?: ((error: Error) => void) | undefined
}

export type Subscription = { readonly subscriptionId: `0x${string}`; readonly unsubscribe: () => Promise<boolean> }

/** Settings of a pool of REST endpoints. Settings without a description are as in `PoolOptions`. */
export type RestPoolOptions = Omit<PoolOptions, 'chain' | 'maxLagBlocks' | 'cache'> & {
  /** Shown in reports, logs and metrics. */
  readonly name: string
  /** A cheap path that shows whether an endpoint works. It is read before the first use and by probes. */
  readonly probePath: string
}

export type RestGetOptions<result = unknown> = {
  readonly signal?: AbortSignal
  /** Checks a body before it counts as an answer. If it throws, the endpoint has failed and the next one is called. */
  readonly accept?: (body: result) => void
}

export type RestOpenOptions = {
  /**
   * HTTP method. A POST is sent to one endpoint. Another endpoint is called only if the first one cannot have
   * received it. @default GET
   */
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** Name of the endpoint to call last, for example the one that has just stopped answering. */
  readonly avoid?: string
  /** Longest pause between two pieces of the body, in ms. @default 30_000 */
  readonly idleMs?: number
}

/** A response whose body is still arriving. Destroy the body unless you read it to its end. */
export type RestStream = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readable
}

/** A pool with failover over plain HTTP endpoints that answer GET with JSON, such as the standard beacon API. */
export type RestPool = Events<PoolEvents> & {
  readonly name: string
  /**
   * Returns the JSON body of the first good answer to `GET {endpoint}{path}`.
   * @throws {RestAnswerError} the endpoint says the request itself is wrong (4xx): not retried
   * @throws {AllProvidersFailedError}
   */
  get<result = unknown>(path: string, options?: RestGetOptions<result>): Promise<Answer<result>>
  /**
   * Returns the response of the first endpoint that answers, as soon as its headers have arrived. There is no failover while
   * the body arrives. A 4xx response is returned if no endpoint has a better one.
   * @throws {AllProvidersFailedError}
   */
  open(path: string, options?: RestOpenOptions): Promise<Answer<RestStream>>
  report(): PoolReport
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
