import type { Transport } from 'viem'
import type { ChainProfile } from '../chains/chain.ts'
import type { Events, Unwatch } from '../events/emitter.ts'
import type { Clock } from '../time/clock.ts'
import type { EndpointConfig, EndpointRole } from './endpoint.ts'

export type RpcRequest = { readonly method: string; readonly params?: unknown }

/** A result and how it came about. */
export type Answer<result = unknown> = {
  readonly result: result
  /** Name of the endpoint that answered. */
  readonly endpoint: string
  readonly role: EndpointRole
  /** Upstream calls made for this answer, hedges included. */
  readonly attempts: number
  /** Whether backups were asked because the first choice was late. */
  readonly hedged: boolean
  readonly latencyMs: number
}

/**
 * `unknown` not asked yet · `healthy` · `degraded` answers, but with recent failures or a late head · `unavailable`
 * circuit open, wrong chain, or lagging so far that it is not asked.
 */
export type EndpointStatus = 'unknown' | 'healthy' | 'degraded' | 'unavailable'

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
  /** Whether a WebSocket subscription to it is live. */
  readonly socket: boolean
}

export type PoolReport = {
  readonly chain: string
  /** `healthy`: the primary answers · `degraded`: a backup does, or the primary with failures · `unavailable`: none. */
  readonly status: Exclude<EndpointStatus, 'unknown'>
  /** True while the primary is not asked and a backup is. */
  readonly failoverActive: boolean
  /** Highest block seen at any endpoint. */
  readonly head: bigint | null
  readonly endpoints: readonly EndpointReport[]
}

export type Head = {
  readonly number: bigint
  readonly hash: `0x${string}`
  readonly parentHash: `0x${string}`
  /** Unix seconds. */
  readonly timestamp: bigint
  /** Name of the endpoint it came from. */
  readonly endpoint: string
}

export type PoolEvents = {
  /** An endpoint changed its status. */
  readonly status: {
    readonly endpoint: string
    readonly from: EndpointStatus
    readonly to: EndpointStatus
    readonly reason: string | null
  }
  /** Traffic moved away from the primary (`active`) or back to it. */
  readonly failover: { readonly active: boolean; readonly reason: string | null }
  /** One upstream call ended. */
  readonly call: {
    readonly endpoint: string
    readonly method: string
    readonly outcome: 'ok' | 'answerError' | 'failed'
    readonly hedge: boolean
    readonly latencyMs: number
  }
}

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
  /** Longest wait between two half-open probes of an open circuit. @default 1000 */
  readonly maxProbeDelayMs?: number
  /** Head checks of endpoints that real traffic does not reach. @default the chain's block time within 2000-12000; 0 turns them off */
  readonly probeIntervalMs?: number
  /** Blocks an endpoint may be behind the best before it is left out. @default 10 s of blocks, at least 2 */
  readonly maxLagBlocks?: number
  readonly clock?: Clock
  /** Closes the pool when aborted. */
  readonly signal?: AbortSignal
}

/** A primary and its backups behind one face. */
export type ProviderPool = Events<PoolEvents> & {
  readonly chain: ChainProfile
  /** The pool as a viem transport; every client made with it shares the pool's health. */
  readonly transport: FailoverTransport
  /**
   * Asks the first choice, hedges when it is late, fails over when it fails.
   * @throws {RpcAnswerError} the chain's own answer is an error (a revert, invalid params): not retried
   * @throws {AllProvidersFailedError} nobody answered; carries every failure
   * @throws {UncertainWriteError} a transaction may or may not have been accepted
   */
  send<result = unknown>(request: RpcRequest, options?: { readonly signal?: AbortSignal }): Promise<Answer<result>>
  /** New heads from the sockets where there are any, by polling where there are none. */
  watchHeads(onHead: (head: Head) => void): Unwatch
  report(): PoolReport
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type FailoverTransport = Transport<'failover', { readonly pool: ProviderPool }>

export type RestPoolOptions = Omit<PoolOptions, 'chain' | 'maxLagBlocks'> & {
  /** Shown in reports, logs and metrics. */
  readonly name: string
  /** A cheap path that tells whether an endpoint is well; asked before its first use and by half-open probes. */
  readonly probePath: string
}

export type RestGetOptions<result = unknown> = {
  readonly signal?: AbortSignal
  /** Looks at a body before it counts as an answer; when it throws, the endpoint is at fault and the next is asked. */
  readonly accept?: (body: result) => void
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
  report(): PoolReport
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
