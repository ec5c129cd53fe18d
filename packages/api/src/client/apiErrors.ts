import { type ErrorCode, errorCodes } from '../contract/errors.ts'

/**
 * Base class of every error of the client. It has the same fields as errors of the in-process packages, so a bot handles
 * both in one place: a stable `code`, and `retryable`, which is true if the same call may succeed later.
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
 * The node returned an error. `code` and `details` come from the API contract, and `status` is the HTTP status.
 * Retry only when `retryable` is true.
 */
export class ApiAnswerError extends ApiError {
  readonly code: string
  override readonly retryable: boolean
  readonly status: number
  readonly details: unknown
  readonly requestId: string | null
  constructor(id: string, status: number, body: unknown, requestId: string | null) {
    const { code, message, details } = readErrorBody(body)
    super(`${id} failed with ${status} ${code}: ${message}${toScopeAdvice(details)}`)
    this.code = code
    this.retryable = isRetryable(status)
    this.status = status
    this.details = details
    this.requestId = requestId
  }
}

/** The node did not respond in time, or its response is not JSON. Check that it runs and that the URL is correct. */
export class ServiceUnreachableError extends ApiError {
  readonly code = 'SERVICE_UNREACHABLE'
  override readonly retryable = true
  constructor(baseUrl: string, cause: unknown) {
    const isLate = cause instanceof Error && cause.name === 'TimeoutError'
    const advice = isLate
      ? ' within `timeoutMs`. Increase `timeoutMs`, or check whether the node is overloaded.'
      : '. Is the node running, and is the URL correct?'
    super(`No response from ${toOrigin(baseUrl)}${advice}`, { cause })
  }
}

/**
 * The node rejected a stream. `code` is one of the API contract, or `REFUSED` when the API key may not open the stream.
 * Correct the key or the filter unless `retryable` is true.
 */
export class StreamRefusedError extends ApiError {
  readonly code: string
  override readonly retryable: boolean
  constructor(code: string, reason: string) {
    super(`The node rejected the stream: ${reason || code}`)
    this.code = code
    this.retryable = isRetryable(code in errorCodes ? errorCodes[code as ErrorCode].status : 400)
  }
}

/** The connection of a stream was lost or could not be opened. The watch reconnects automatically. */
export class StreamLostError extends ApiError {
  readonly code = 'STREAM_LOST'
  override readonly retryable = true
  constructor(closeCode: number | null, reason: string, cause: unknown) {
    const why = [closeCode ?? '', reason].filter(Boolean).join(' ')
    super(`The connection of the stream was lost${why && ` (${why})`}. Reconnecting.`, { cause })
  }
}

/** The runtime has no WebSocket, which streams need. Install `ws`, use Node 22 or later, or pass `WebSocket`. */
export class NoWebSocketError extends ApiError {
  readonly code = 'NO_WEBSOCKET'
  constructor() {
    super('Streams need a WebSocket, and this runtime has none. Run `npm i ws`, or use Node 22 or later.')
  }
}

/** The `url` of a client is not an http or https URL. Example of a valid one: `http://127.0.0.1:8787`. */
export class InvalidUrlError extends ApiError {
  readonly code = 'INVALID_URL'
  constructor() {
    super('`url` is not an http or https URL. Example: http://127.0.0.1:8787')
  }
}

// Omits credentials, path and query because any of them may contain a secret.
function toOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an invalid URL'
}

// Reads the three error shapes of the API.
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
