import { type ErrorCode, errorCodes } from '../contract/errors.ts'

/**
 * Ancestor of every error of the client. Has what errors of the in-process packages have, so that a bot handles both
 * alike: a stable `code`, and `retryable` for whether the same call may succeed later.
 */
export abstract class ApiError extends Error {
  abstract readonly code: string
  readonly retryable: boolean = false
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options)
    this.name = new.target.name
  }
}

/**
 * The node answers with an error. `code` and `details` are those of the API contract, `status` is the HTTP status;
 * retry only when `retryable` is true.
 */
export class ApiAnswerError extends ApiError {
  readonly code: string
  override readonly retryable: boolean
  readonly status: number
  readonly details: unknown
  readonly requestId: string | null
  constructor(id: string, status: number, body: unknown, requestId: string | null) {
    const { code, message, details } = readErrorBody(body)
    super(`${id} was answered with ${status} ${code}: ${message}${toScopeAdvice(details)}`)
    this.code = code
    this.retryable = isRetryable(status)
    this.status = status
    this.details = details
    this.requestId = requestId
  }
}

/** The node does not answer in time, or its answer is not JSON. Check that it runs and that the address is right. */
export class ServiceUnreachableError extends ApiError {
  readonly code = 'SERVICE_UNREACHABLE'
  override readonly retryable = true
  constructor(baseUrl: string, cause: unknown) {
    const isLate = cause instanceof Error && cause.name === 'TimeoutError'
    const advice = isLate
      ? ' within `timeoutMs`. Allow more time, or look whether the node is busy.'
      : '. Is the node running, and is the address right?'
    super(`No answer from ${toOrigin(baseUrl)}${advice}`, { cause })
  }
}

/**
 * The node refuses a stream. `code` is one of the API contract, or `REFUSED` when the API key does not open the stream.
 * Correct the key or the filter unless `retryable` is true.
 */
export class StreamRefusedError extends ApiError {
  readonly code: string
  override readonly retryable: boolean
  constructor(code: string, reason: string) {
    super(`The stream was refused: ${reason || code}`)
    this.code = code
    this.retryable = isRetryable(code in errorCodes ? errorCodes[code as ErrorCode].status : 400)
  }
}

/** The connection of a stream ends or cannot be made. The watch reconnects by itself: no action is needed. */
export class StreamLostError extends ApiError {
  readonly code = 'STREAM_LOST'
  override readonly retryable = true
  constructor(closeCode: number | null, reason: string, cause: unknown) {
    const why = [closeCode ?? '', reason].filter(Boolean).join(' ')
    super(`The connection of the stream was lost${why && ` (${why})`}. It is being made again.`, { cause })
  }
}

/** A stream needs a WebSocket, and the runtime has none. Install `ws`, use Node 22 or later, or pass `WebSocket`. */
export class NoWebSocketError extends ApiError {
  readonly code = 'NO_WEBSOCKET'
  constructor() {
    super('Streams need a WebSocket, and this runtime has none: `npm i ws`, or use Node 22 or later.')
  }
}

/** The `url` of a client is not an http or https address. Correct it, as in `http://127.0.0.1:8787`. */
export class InvalidUrlError extends ApiError {
  readonly code = 'INVALID_URL'
  constructor() {
    super('The url of a node is an http or https address, as in http://127.0.0.1:8787')
  }
}

// Without credentials, path and query: any of them may hold a secret.
function toOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an address that is none'
}

// The three error shapes of the interface.
function readErrorBody(body: unknown): { code: string; message: string; details: unknown } {
  const { error, message = '', details } = (body ?? {}) as { error?: unknown; message?: string; details?: unknown }
  if (typeof error === 'string') return { code: error, message, details }
  return { code: 'UNKNOWN', message: '', details: undefined, ...(error as object | undefined) }
}

function toScopeAdvice(details: unknown): string {
  const { required_scope: scope } = (details ?? {}) as { required_scope?: string }
  return scope === undefined ? '' : `. The API key needs the scope ${scope}.`
}

function isRetryable(status: number): boolean {
  return [429, 500, 502, 503, 504].includes(status)
}
