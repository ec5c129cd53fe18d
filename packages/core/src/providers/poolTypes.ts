import type { Readable } from 'node:stream'
import type { RpcLog, Transport } from 'viem'
import type { ChainProfile } from '../chains/chain.ts'
import type { Events, Unwatch } from '../events/emitter.ts'
import type { Clock } from '../time/clock.ts'
import type { CallCounts } from './circuit/callCounts.ts'
import type { EndpointConfig, EndpointRole } from './endpoint.ts'

export type RpcRequest = { readonly method: string; readonly params?: unknown }

/** A result and how it came about. */
export type Answer<result = unknown> = {
  readonly result: result
  /** Name of the endpoint that answered. */
  readonly provider: string
  readonly role: EndpointRole
  /** Upstream calls made for this answer, hedges included; 0 from the cache. */
  readonly attempts: number
  /** Whether backups were asked because the first choice was late. */
  readonly hedged: boolean
  /** Whether it came from the cache, without any upstream call. */
  readonly cached: boolean
  /** Time since the provider gave it; 0 unless cached. */
  readonly ageMs: number
  /** The block the answer is of, where request or result says so. */
  readonly block: bigint | null
  /**
   * Only one endpoint says that there is nothing (no logs, no receipt, no block); no other could be reached within
   * `timeoutMs`. It may be wrong, and it is not cached.
   */
  readonly unconfirmed?: true
  readonly latencyMs: number
}

/** Options of one request of a pool. */
export type SendOptions = {
  readonly signal?: AbortSignal
  /** How many endpoints must give the same answer. One that lags behind has 1.5 seconds to catch up. @default 1 */
  readonly agree?: number
  /** Endpoint to ask first while it is available, by name: the one that has just shown the block, say. */
  readonly prefer?: string
  /** Not from the cache. @default false */
  readonly fresh?: boolean
}

/**
 * `unknown` not asked yet · `healthy` · `degraded` answers, but with recent failures or a late head · `unavailable`
 * circuit open, wrong chain, or lagging so far that it is not asked.
 */
export type EndpointStatus = 'unknown' | 'healthy' | 'degraded' | 'unavailable'

/** State of one endpoint of a pool at this moment. Block numbers and limits are null as long as they are not known. */
export type EndpointReport = {
  readonly name: string
  readonly role: EndpointRole
  /** Redacted. */
  readonly url: string
  readonly status: EndpointStatus
  /** Why it is not `healthy`, in one sentence. */
  readonly reason: string | null
  /** Share of the recent calls (64 at most) that were answered, 0-1; null before the first. */
  readonly successRate: number | null
  /** Median of the recent latencies; null before the first answer. */
  readonly latencyMs: number | null
  /** Highest block seen at this endpoint. */
  readonly head: bigint | null
  readonly lastError: { readonly code: string; readonly message: string; readonly atMs: number } | null
  /** Calls sent since the pool was made, probes included. */
  readonly calls: number
  /** How they ended and how long they took, probes not included. */
  readonly tally: Readonly<CallCounts>
  /** Whether a WebSocket subscription to it is live. */
  readonly socket: boolean
  /** Methods it has said it lacks, and is not asked for at present. */
  readonly unsupported: readonly string[]
  /** Oldest block whose state it has, as far as it has refused older ones. */
  readonly oldestState: bigint | null
  /** Most blocks it takes in one `eth_getLogs`, as far as it has refused more. */
  readonly maxLogRange: bigint | null
}

/** State of a pool and of each of its endpoints at this moment. Reading it makes no request. */
export type PoolReport = {
  readonly chain: string
  /** `healthy`: the primary answers · `degraded`: a backup does, or the primary with failures · `unavailable`: none. */
  readonly status: Exclude<EndpointStatus, 'unknown'>
  /** True while the primary is not asked and a backup is. */
  readonly failoverActive: boolean
  /** Highest block seen at any endpoint. */
  readonly head: bigint | null
  /** Requests answered since the pool was made. */
  readonly answers: { readonly cached: number; readonly hedged: number; readonly other: number }
  readonly endpoints: readonly EndpointReport[]
}

/** A block header as `watchHeads` reports it. */
export type Head = {
  readonly number: bigint
  readonly hash: `0x${string}`
  readonly parentHash: `0x${string}`
  /** Unix seconds. */
  readonly timestamp: bigint
  /** Name of the endpoint it came from. */
  readonly provider: string
  /** True when a reorganisation has taken this block, reported as a head before, out of the chain. */
  readonly removed: boolean
  /** The header in JSON-RPC form, as the provider wrote it. */
  readonly header: Readonly<Record<string, unknown>>
}

/** `address` and `topics` of `eth_getLogs`; a topic position is one value, any of several, or null for any. */
export type LogFilter = {
  readonly address?: `0x${string}` | readonly `0x${string}`[]
  readonly topics?: readonly (`0x${string}` | readonly `0x${string}`[] | null)[]
}

/** A log in JSON-RPC form; `formatLog` of viem turns it into its typed form. */
export type ChainLog = RpcLog & { readonly removed: boolean }

export type WatchOptions = {
  /** Whether the present head, or its logs, may come first; else what comes after it. @default true */
  readonly emitOnBegin?: boolean
}

export type HeadWatchOptions = WatchOptions & {
  /** Whether a listener that is not the first gets the last head too, at once. @default false */
  readonly emitLast?: boolean
}

export type LogWatchOptions = WatchOptions & {
  /** Called for each block when its logs have come, also when there are none; again with `removed` when they are taken back. */
  readonly onBlock?: (head: Head) => void
}

export type PendingTransaction = {
  readonly hash: `0x${string}`
  /** In JSON-RPC form; null where only the hash is known. */
  readonly transaction: Readonly<Record<string, unknown>> | null
  /** Name of the endpoint that showed it first. */
  readonly provider: string
}

/** A pending transaction as one provider has shown it. */
export type PendingSighting = PendingTransaction & {
  /** Unix ms. */
  readonly atMs: number
}

export type PendingOptions = {
  /** Looks the transaction up where only a hash is shown. @default false */
  readonly full?: boolean
  /**
   * Called every time any provider shows a transaction. When a provider is first listened to and after each gap, it is
   * called for all that is pending there, including transactions that wait for an earlier nonce.
   */
  readonly onSighting?: (sighting: PendingSighting) => void
  /** Called once, when a provider is listened to. What becomes pending there from then on is reported. */
  readonly onBegin?: () => void
}

/** Events of a pool, by name. Times are in ms. */
export type PoolEvents = {
  /** An endpoint changed its status. */
  readonly status: {
    readonly endpoint: string
    readonly from: EndpointStatus
    readonly to: EndpointStatus
    readonly reason: string | null
  }
  /** Traffic moved away from the primary (`active`) or back to it, and why: a recovery is a reason of its own. */
  readonly failover: { readonly active: boolean; readonly reason: string | null }
  /** An endpoint has shown a limit, or has denied what another one has. */
  readonly learned: { readonly endpoint: string; readonly method: string; readonly lesson: string }
  /** Endpoints that were asked to agree did not. */
  readonly disagreement: { readonly method: string; readonly providers: readonly string[] }
  /** Blocks that a stream left out: after an outage of more than 4096, or because no provider gives their logs. */
  readonly gap: { readonly stream: 'heads' | 'logs'; readonly from: bigint; readonly to: bigint }
  /** The pool has been closed; nothing more comes. */
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
  /** The chain every endpoint must be on; its id is verified before an endpoint is first used. */
  readonly chain: ChainProfile
  /** Primary first. */
  readonly endpoints: readonly (string | EndpointConfig)[]
  /** Longest wait for one endpoint. @default 5000 */
  readonly timeoutMs?: number
  /**
   * How long the first choice may take before the backups are asked as well.
   * @default learned: 1.5 x the p95 of its own latency, at least 30, at most 1000; 100 before there are samples
   */
  readonly hedgeDelayMs?: number
  /** Consecutive failures that open an endpoint's circuit. @default 3 */
  readonly failureThreshold?: number
  /** Longest wait between two half-open probes of an open circuit, while other endpoints serve. @default 4000 */
  readonly maxProbeDelayMs?: number
  /** Head checks of endpoints that real traffic does not reach. @default the chain's block time within 2000-12000; 0 turns them off */
  readonly probeIntervalMs?: number
  /** Blocks an endpoint may be behind the best before it is left out. @default 10 s of blocks, at least 2 */
  readonly maxLagBlocks?: number
  /** Rounds over all endpoints after the first, when all of them have failed quickly. @default 1 */
  readonly retries?: number
  /** Answers that cannot change any more are kept, up to so many bytes; false keeps none. @default 32 MiB */
  readonly cache?: { readonly maxBytes: number } | false
  readonly clock?: Clock
  /** Closes the pool when aborted. */
  readonly signal?: AbortSignal
}

/** A primary and its backups used as one provider. */
export type ProviderPool = Events<PoolEvents> & {
  readonly chain: ChainProfile
  /** The pool as a viem transport; every client made with it shares the pool's health. */
  readonly transport: FailoverTransport
  /**
   * Asks the first choice, hedges when it is late, fails over when it fails.
   * @throws {RpcAnswerError} the chain's own answer is an error (a revert, invalid params): not retried
   * @throws {AllProvidersFailedError} no endpoint answered; has every failure
   * @throws {UncertainWriteError} a transaction may or may not have been accepted
   * @throws {DisagreementError} with `agree`: too few endpoints give the same answer
   * @throws {TooFewEndpointsError} `agree` is more than there are endpoints
   * @throws {PoolClosedError}
   */
  send<result = unknown>(request: RpcRequest, options?: SendOptions): Promise<Answer<result>>
  /**
   * As `send`, with the result as JSON text exactly as the provider wrote it, for relays. An error of the chain is
   * thrown as `RpcAnswerError` with its `text`. A cached answer is returned at once, without a promise.
   */
  relay(request: RpcRequest, options?: SendOptions): Answer<string> | Promise<Answer<string>>
  /**
   * Every head once and in order, through failures of sockets and providers: missed blocks are fetched, blocks that a
   * reorganisation takes out come again with `removed: true`, highest first, before the blocks that replace them.
   * The first listener gets the present head. After more than 4096 missed blocks the stream jumps, with a `gap`.
   */
  watchHeads(onHead: (head: Head) => void, options?: HeadWatchOptions): Unwatch
  /**
   * Every log of the filter once and in order, from the blocks of `watchHeads`. Logs of removed blocks come again with
   * `removed: true`.
   * @throws {InvalidLogFilterError}
   */
  watchLogs(filter: LogFilter, onLog: (log: ChainLog) => void, options?: LogWatchOptions): Unwatch
  /** Every pending transaction any provider shows, once. */
  watchPendingTransactions(onTransaction: (transaction: PendingTransaction) => void, options?: PendingOptions): Unwatch
  /**
   * Reads that all see one block, for a decision that needs several of them.
   * @param block its number. @default the latest
   * @throws {PinnedReadError} there is no such block
   * @throws {AllProvidersFailedError}
   */
  pinBlock(block?: bigint): Promise<PinnedReads>
  report(): PoolReport
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Reads at one block: `latest` and a missing block parameter mean that block, by its hash (EIP-1898). */
export type PinnedReads = {
  readonly block: { readonly number: bigint; readonly hash: `0x${string}`; readonly timestamp: bigint }
  /** As the pool's, for requests that read a block. @throws {PinnedReadError} for requests that read no block */
  send<result = unknown>(request: RpcRequest, options?: SendOptions): Promise<Answer<result>>
  /** For a viem client. */
  readonly transport: FailoverTransport
}

/**
 * For viem it is a WebSocket transport, so `watchBlocks`, `watchEvent` and similar functions subscribe to the streams
 * of the pool instead of polling.
 */
export type FailoverTransport = Transport<
  'webSocket',
  {
    readonly pool: ProviderPool
    /** `eth_subscribe`, served by the pool's streams. */
    readonly subscribe: (parameters: SubscribeParameters) => Promise<Subscription>
  }
>

/** As viem's `webSocket` transport takes them. */
export type SubscribeParameters = {
  readonly params:
    | readonly ['newHeads']
    | readonly ['newPendingTransactions', full?: boolean]
    | readonly ['logs', filter?: LogFilter]
  /** May return a promise; while it reads a block by its number, later blocks wait. */
  readonly onData: (data: { readonly subscription: `0x${string}`; readonly result: unknown }) => unknown
  /** The pool has been closed, or blocks were left out. */
  readonly onError?: ((error: Error) => void) | undefined
}

export type Subscription = { readonly subscriptionId: `0x${string}`; readonly unsubscribe: () => Promise<boolean> }

/** Settings of a pool of REST endpoints. Those without a description here are as in `PoolOptions`. */
export type RestPoolOptions = Omit<PoolOptions, 'chain' | 'maxLagBlocks' | 'cache'> & {
  /** Shown in reports, logs and metrics. */
  readonly name: string
  /** A cheap path that says whether an endpoint is well; asked before its first use and by half-open probes. */
  readonly probePath: string
}

export type RestGetOptions<result = unknown> = {
  readonly signal?: AbortSignal
  /** Checks a body before it counts as an answer; when it throws, the endpoint is at fault and the next is asked. */
  readonly accept?: (body: result) => void
}

export type RestOpenOptions = {
  /** A POST goes to one endpoint; another is asked only while none can have received it. @default GET */
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** Endpoint to ask last, by name: the one that has just stopped answering, say. */
  readonly avoid?: string
  /** Longest pause between two pieces of the body. @default 30_000 */
  readonly idleMs?: number
}

/** A response whose body is still coming. Destroy the body if you do not read it to its end. */
export type RestStream = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readable
}

/** Fail-over over plain HTTP endpoints that answer JSON to GET, such as the standard beacon API. */
export type RestPool = Events<PoolEvents> & {
  readonly name: string
  /**
   * JSON body of the first good answer to `GET {endpoint}{path}`.
   * @throws {RestAnswerError} the endpoint says the request itself is wrong (4xx): not retried
   * @throws {AllProvidersFailedError}
   */
  get<result = unknown>(path: string, options?: RestGetOptions<result>): Promise<Answer<result>>
  /**
   * The response of the first endpoint that answers, as soon as its headers are there. There is no fail-over once the
   * body comes. An answer of 4xx is an answer, unless another endpoint has a better one.
   * @throws {AllProvidersFailedError}
   */
  open(path: string, options?: RestOpenOptions): Promise<Answer<RestStream>>
  report(): PoolReport
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
