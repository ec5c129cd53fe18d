import { type ErrorOptions, OutriggerError } from '../errors/outriggerError.ts'
import { isRevert, toErrorWords, toRevertData } from './wire/errorWords.ts'

/**
 * Meaning of a failed call for its endpoint:
 * - `answer` the endpoint is fine: the chain's own answer is an error (a revert, invalid params); final
 * - `unclear` the request may be wrong: the pool calls one more endpoint, and the same error from both is the answer
 * - `doubtful` the endpoint may be fine: the pool calls another endpoint and does not count a failure
 * - `empty` the endpoint is fine but lacks the block, transaction or logs; the pool calls another endpoint to confirm
 * - `unsupported` the endpoint lacks the method
 * - `rateLimited` the endpoint refuses calls for a while
 * - `unreachable` the request reached no node: connection refused, name not found, or the provider had no node to send it to
 * - `denied` the provider refused its client before a node saw the request: a wrong key, no access, an unpaid plan
 * - `broken` the endpoint received the request but gave no usable answer: timeout, reset, 5xx, bad JSON, -32603
 * - `lagging` the endpoint's head is too far behind, or it lacks a block that other endpoints have
 * - `wrongChain` the endpoint serves another chain
 * - `outOfService` the endpoint was out of service and failed a probe; the request was not sent
 */
export type FailureKind =
  | 'answer'
  | 'unclear'
  | 'doubtful'
  | 'empty'
  | 'unsupported'
  | 'rateLimited'
  | 'unreachable'
  | 'denied'
  | 'broken'
  | 'lagging'
  | 'wrongChain'
  | 'outOfService'

export type FailureDetails = ErrorOptions & {
  readonly retryAfterMs?: number
  /** The JSON-RPC error object or HTTP body that the endpoint sent, if any. */
  readonly answer?: unknown
}

/**
 * One call to one endpoint failed. Listed in the `failures` of other errors. `kind` says what the failure means for the
 * endpoint. The message contains no secrets.
 */
export class EndpointError extends OutriggerError {
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

/** A JSON-RPC error from a node. `text` is the whole error object as the node wrote it. */
export type RpcAnswer = {
  readonly code: number
  readonly message: string
  readonly data?: unknown
  readonly text: string
}

/**
 * No endpoint gave a usable answer. `failures` has one entry per endpoint, in order, also for endpoints that were not called.
 * Check the endpoints. The same request may succeed later.
 */
export class AllProvidersFailedError extends OutriggerError {
  readonly code = 'ALL_PROVIDERS_FAILED'
  override readonly retryable = true
  /** What happened, without the failures. */
  readonly summary: string
  readonly failures: readonly EndpointError[]

  constructor(pool: string, what: string, failures: readonly EndpointError[]) {
    const summary = `No ${pool} provider answered ${what}.`
    const lines = failures.map(toLine)
    super(`${summary} ${lines.join('; ')}`)
    this.summary = summary
    this.failures = failures
    // An uncaught error prints one line per provider, not the stack of every failure.
    Object.defineProperty(this, 'failures', { enumerable: false })
    this.stack = `${this.stack}`.replace(this.message, () => [summary, ...lines].join('\n  '))
  }
}

/**
 * Returns the first JSON-RPC error about the request that an endpoint sent, or undefined. This error is more useful
 * than the message that all endpoints failed. Errors about the pool's own key or the provider's nodes are excluded,
 * because they would mislead the caller.
 */
export function findRpcAnswer({
  failures,
}: AllProvidersFailedError): { readonly endpoint: string; readonly answer: RpcAnswer } | undefined {
  for (const { endpoint, answer, kind } of failures) {
    if (kind === 'denied' || kind === 'unreachable') continue
    const sent = answer as Partial<RpcAnswer> | undefined
    if (typeof sent?.text === 'string' && typeof sent.code === 'number') return { endpoint, answer: sent as RpcAnswer }
  }
  return undefined
}

/**
 * The chain's own answer is a JSON-RPC error: a revert, invalid params, a rejected transaction. The pool does not retry it,
 * because every endpoint would answer the same.
 */
export class RpcAnswerError extends OutriggerError {
  readonly code = 'RPC_ANSWER'
  readonly rpcCode: number
  /** The revert data as hex if the call reverted, in whatever form the node sent it; otherwise the node's own `data`. */
  readonly data: unknown
  /** Whether the call was executed and failed. */
  readonly isRevert: boolean
  readonly endpoint: string
  /** The node's message, including the reason if the node put it into `data`. */
  readonly rpcMessage: string
  /** The error object as the node wrote it, without the provider's keys. */
  readonly text: string

  constructor(method: string, endpoint: string, answer: RpcAnswer) {
    super(`${method} was answered with error ${answer.code}: ${toErrorWords(answer)}`)
    this.rpcCode = answer.code
    const revertData = toRevertData(answer)
    this.rpcMessage = revertData === undefined ? toErrorWords(answer) : answer.message
    this.isRevert = isRevert(answer)
    this.text = answer.text
    this.data = revertData ?? answer.data
    this.endpoint = endpoint
  }
}

/** A REST endpoint answered that the request itself is wrong (4xx). The pool does not retry it. Correct the request. */
export class RestAnswerError extends OutriggerError {
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
 * A transaction was sent to an endpoint that did not confirm it, and no endpoint knows it yet. It may still be mined. Look up
 * its hash before you send another transaction with the same nonce.
 */
export class UncertainWriteError extends OutriggerError {
  readonly code = 'UNCERTAIN_WRITE'
  /** Null for transactions that the node signs, because their hash is unknown. */
  readonly hash: `0x${string}` | null
  /** What happened and what to do, without the failures. */
  readonly summary: string
  readonly failures: readonly EndpointError[]

  constructor(hash: `0x${string}` | null, failures: readonly EndpointError[]) {
    const what = `It is unknown whether ${hash === null ? 'the transaction' : `transaction ${hash}`} was accepted`
    const advice = 'It was not sent again. Check whether it is known before you sign another with the same nonce.'
    super(`${what} (${failures.map(toLine).join('; ')}). ${advice}`)
    this.summary = `${what}. ${advice}`
    this.hash = hash
    this.failures = failures
  }

  /**
   * Returns the `UncertainWriteError` that an error is or was caused by, or undefined. Use it instead of `instanceof`: viem
   * wraps errors of its transport, and a CommonJS program has a second copy of viem.
   *
   * @example
   * const uncertain = UncertainWriteError.find(error)
   * if (uncertain) console.error(`look up ${uncertain.hash} before you continue`)
   */
  static find(error: unknown): UncertainWriteError | undefined {
    for (let cause = error; cause instanceof Error; cause = cause.cause)
      if (cause instanceof UncertainWriteError) return cause
    return undefined
  }
}

/**
 * Too few endpoints gave the same answer. Do not rely on any of the answers. Send the request again, or compare the providers
 * one by one.
 */
export class DisagreementError extends OutriggerError {
  readonly code = 'DISAGREEMENT'
  /** The answer of each endpoint: its result, or the failure that excludes the endpoint from the vote. */
  readonly votes: readonly { readonly provider: string; readonly said: unknown }[]

  constructor(method: string, needed: number, votes: DisagreementError['votes']) {
    const list = votes.map(({ provider, said }) => `${provider}: ${toExcerpt(said)}`).join('; ')
    super(`Fewer than ${needed} providers agree on ${method}. ${list}. Try again, or compare the providers one by one.`)
    this.votes = votes
  }
}

const toLine = ({ endpoint, message }: EndpointError) => `${endpoint}: ${message}`

function toExcerpt(said: unknown): string {
  if (said instanceof EndpointError) return said.message
  const text = JSON.stringify(said) ?? 'nothing'
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** The pool was closed before or during the request. Create a new pool. */
export class PoolClosedError extends OutriggerError {
  readonly code = 'POOL_CLOSED'
  constructor(pool: string) {
    super(`The ${pool} provider pool is closed. Create a new one.`)
  }
}
