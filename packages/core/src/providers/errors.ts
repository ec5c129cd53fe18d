import { type ErrorOptions, OutriggerError } from '../errors/outriggerError.ts'
import { isRevert, toErrorWords, toRevertData } from './wire/errorWords.ts'

/**
 * What a failed call says about its endpoint.
 * - `answer` not its fault: the chain's own answer is an error (a revert, invalid params); final
 * - `unclear` perhaps the request's fault: one more endpoint is asked; two that say the same are the answer
 * - `doubtful` perhaps not its fault: another endpoint is asked, this one is not blamed
 * - `empty` not its fault: it says that there is no such thing; another endpoint is asked to confirm
 * - `unsupported` it lacks the method
 * - `rateLimited` it asks for a pause
 * - `unreachable` the request was not sent: connection refused, name not found
 * - `broken` it took the request and gave no usable answer: timeout, reset, 5xx, bad JSON, -32603
 * - `lagging` its head is too far behind, or it lacks a block that others have shown
 * - `wrongChain` it serves another chain
 * - `outOfService` it was out of service and did not pass a probe; nothing else was sent to it
 */
export type FailureKind =
  | 'answer'
  | 'unclear'
  | 'doubtful'
  | 'empty'
  | 'unsupported'
  | 'rateLimited'
  | 'unreachable'
  | 'broken'
  | 'lagging'
  | 'wrongChain'
  | 'outOfService'

export type FailureDetails = ErrorOptions & {
  readonly retryAfterMs?: number
  /** The JSON-RPC error object or HTTP body the endpoint sent, where it sent one. */
  readonly answer?: unknown
}

/**
 * One call to one endpoint fails. Appears in the `failures` of other errors; `kind` is what the failure says about
 * the endpoint. The message contains no secrets.
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

/** A JSON-RPC error as a node answered it; `text` is the whole object, character for character. */
export type RpcAnswer = {
  readonly code: number
  readonly message: string
  readonly data?: unknown
  readonly text: string
}

/**
 * No endpoint gives a usable answer. `failures` has one entry per endpoint, in order, whether it was asked or not.
 * Check the endpoints; the same request may succeed later.
 */
export class AllProvidersFailedError extends OutriggerError {
  readonly code = 'ALL_PROVIDERS_FAILED'
  override readonly retryable = true
  /** What happened, without the failures. */
  readonly summary: string
  readonly failures: readonly EndpointError[]

  constructor(pool: string, what: string, failures: readonly EndpointError[]) {
    const summary = `No ${pool} provider answered ${what}.`
    super(`${summary} ${failures.map(toLine).join('; ')}`)
    this.summary = summary
    this.failures = failures
  }
}

/** The first JSON-RPC error that an endpoint sent, which says more than that all have failed; undefined for none. */
export function findRpcAnswer({
  failures,
}: AllProvidersFailedError): { readonly endpoint: string; readonly answer: RpcAnswer } | undefined {
  for (const { endpoint, answer } of failures) {
    const said = answer as Partial<RpcAnswer> | undefined
    if (typeof said?.text === 'string' && typeof said.code === 'number') return { endpoint, answer: said as RpcAnswer }
  }
  return undefined
}

/**
 * The chain's own answer is a JSON-RPC error: a revert, invalid params, a refused transaction. It is not retried, as
 * another endpoint would answer the same.
 */
export class RpcAnswerError extends OutriggerError {
  readonly code = 'RPC_ANSWER'
  readonly rpcCode: number
  /** The data of a revert as hex, in whatever form the node attached it; otherwise what it attached. */
  readonly data: unknown
  /** Whether the call was executed and failed. */
  readonly isRevert: boolean
  readonly endpoint: string
  /** The node's own words, with the reason where it stands in `data`. */
  readonly rpcMessage: string
  /** The error object as the node wrote it, without keys of the provider. */
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

/** A REST endpoint answers that the request itself is wrong (a 4xx status). It is not retried: correct the request. */
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
 * A transaction was handed to an endpoint that did not confirm it, and no endpoint knows it yet. It may still be
 * mined: look its hash up before sending another with the same nonce.
 */
export class UncertainWriteError extends OutriggerError {
  readonly code = 'UNCERTAIN_WRITE'
  /** Null for writes that the node signs itself: their hash is not known. */
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
   * The `UncertainWriteError` that an error is, or was caused by; undefined for none. viem wraps what its transport throws,
   * and a CommonJS program has a second copy of viem, so `instanceof BaseError` does not find it.
   *
   * @example
   * const uncertain = UncertainWriteError.find(error)
   * if (uncertain) console.error(`look up ${uncertain.hash} before you go on`)
   */
  static find(error: unknown): UncertainWriteError | undefined {
    for (let cause = error; cause instanceof Error; cause = cause.cause)
      if (cause instanceof UncertainWriteError) return cause
    return undefined
  }
}

/**
 * Too few of the endpoints that must agree give the same answer. Do not rely on any of these answers: ask again, or
 * compare the providers one by one.
 */
export class DisagreementError extends OutriggerError {
  readonly code = 'DISAGREEMENT'
  /** What each endpoint said: the result, or the failure that kept it from voting. */
  readonly votes: readonly { readonly provider: string; readonly said: unknown }[]

  constructor(method: string, wanted: number, votes: DisagreementError['votes']) {
    const list = votes.map(({ provider, said }) => `${provider}: ${toExcerpt(said)}`).join('; ')
    super(`Fewer than ${wanted} providers agree on ${method}. ${list}. Ask again, or look at the providers one by one.`)
    this.votes = votes
  }
}

const toLine = ({ endpoint, message }: EndpointError) => `${endpoint}: ${message}`

function toExcerpt(said: unknown): string {
  if (said instanceof EndpointError) return said.message
  const text = JSON.stringify(said) ?? 'nothing'
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** A request is made of a pool that is closed, or is in flight while it closes. Create a new pool. */
export class PoolClosedError extends OutriggerError {
  readonly code = 'POOL_CLOSED'
  constructor(pool: string) {
    super(`The ${pool} provider pool is closed. Create a new one.`)
  }
}
