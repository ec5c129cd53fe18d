import { BaseError, type ErrorOptions } from '../errors/baseError.ts'

/**
 * What a failed call says about its endpoint.
 * - `answer` nothing: the chain itself says no (a revert, invalid params); final
 * - `doubtful` perhaps nothing: another endpoint is asked, this one is not blamed
 * - `unsupported` it lacks the method
 * - `rateLimited` it wants a pause
 * - `unreachable` the request never left: connection refused, name not found
 * - `broken` it took the request and gave no usable answer: timeout, reset, 5xx, bad JSON, -32603
 * - `lagging` its head is too far behind
 * - `wrongChain` it serves another chain
 */
export type FailureKind =
  | 'answer'
  | 'doubtful'
  | 'unsupported'
  | 'rateLimited'
  | 'unreachable'
  | 'broken'
  | 'lagging'
  | 'wrongChain'

export type FailureDetails = ErrorOptions & {
  readonly retryAfterMs?: number
  /** The JSON-RPC error object or HTTP body the endpoint sent, where it sent one. */
  readonly answer?: unknown
}

/** One call to one endpoint failed. The message is redacted. */
export class EndpointError extends BaseError {
  readonly code = 'ENDPOINT_FAILED'
  override readonly retryable: boolean
  readonly endpoint: string
  readonly kind: FailureKind
  readonly retryAfterMs: number | null
  readonly answer: unknown

  constructor(endpoint: string, kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message, details)
    this.endpoint = endpoint
    this.kind = kind
    this.retryable = kind !== 'answer'
    this.retryAfterMs = details.retryAfterMs ?? null
    this.answer = details.answer
  }
}

/** Nobody answered. `failures` has one entry per endpoint that was asked or left out, in order. */
export class AllProvidersFailedError extends BaseError {
  readonly code = 'ALL_PROVIDERS_FAILED'
  override readonly retryable = true
  readonly failures: readonly EndpointError[]

  constructor(pool: string, what: string, failures: readonly EndpointError[]) {
    const list = failures.map(({ endpoint, message }) => `${endpoint}: ${message}`).join('; ')
    super(`No ${pool} provider answered ${what}. ${list}`)
    this.failures = failures
  }
}

/** The chain's own answer is a JSON-RPC error: a revert, invalid params, a refused transaction. Not retried. */
export class RpcAnswerError extends BaseError {
  readonly code = 'RPC_ANSWER'
  readonly rpcCode: number
  /** Revert data or whatever the node attached. */
  readonly data: unknown
  readonly endpoint: string
  /** The node's own words. */
  readonly rpcMessage: string

  constructor(method: string, endpoint: string, answer: { code: number; message: string; data?: unknown }) {
    super(`${method} was answered with error ${answer.code}: ${answer.message}`)
    this.rpcCode = answer.code
    this.rpcMessage = answer.message
    this.data = answer.data
    this.endpoint = endpoint
  }
}

/** A REST endpoint says that the request itself is wrong. Not retried. */
export class RestAnswerError extends BaseError {
  readonly code = 'REST_ANSWER'
  readonly status: number
  readonly body: unknown

  constructor(path: string, status: number, body: unknown) {
    super(`GET ${path} was answered with status ${status}.`)
    this.status = status
    this.body = body
  }
}

/**
 * A transaction was handed to an endpoint that did not confirm it, and no endpoint knows it yet. It may still be
 * mined: look its hash up before sending another with the same nonce.
 */
export class UncertainWriteError extends BaseError {
  readonly code = 'UNCERTAIN_WRITE'
  /** Null for writes the node signs itself, whose hash nobody else knows. */
  readonly hash: `0x${string}` | null
  readonly failures: readonly EndpointError[]

  constructor(hash: `0x${string}` | null, failures: readonly EndpointError[]) {
    const list = failures.map(({ endpoint, message }) => `${endpoint}: ${message}`).join('; ')
    super(
      `It is unknown whether ${hash === null ? 'the transaction' : `transaction ${hash}`} was accepted (${list}). ` +
        'It was not sent again. Check whether it is known before you sign another with the same nonce.',
    )
    this.hash = hash
    this.failures = failures
  }
}

export class PoolClosedError extends BaseError {
  readonly code = 'POOL_CLOSED'
  constructor(pool: string) {
    super(`The ${pool} provider pool is closed. Create a new one.`)
  }
}
