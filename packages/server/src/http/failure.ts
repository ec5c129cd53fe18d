import { randomBytes } from 'node:crypto'
import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Endpoint, ErrorCode } from '@outrigger/api/contract'
import { toOutcome } from '@outrigger/api/internal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { InvalidParameterError, ServiceError } from '../errors/serviceError.ts'

export class NotFoundError extends ServiceError {
  // The command bundles another class with this name, and the bundler would rename this one.
  static override readonly name: string = 'NotFoundError'
  readonly code = 'NOT_FOUND'
  constructor(method: string, path: string) {
    super(`There is no endpoint ${method} ${path}. /openapi.json lists all endpoints.`)
  }
}

export class UnsupportedHttpMethodError extends ServiceError {
  readonly code = 'UNSUPPORTED_HTTP_METHOD'
  override readonly details: { readonly allowed: readonly string[] }
  constructor(method: string, allowed: readonly string[]) {
    super(`This path does not support ${method}. Use ${allowed.join(' or ')}.`)
    this.details = { allowed }
  }
}

export class NoUpgradeError extends InvalidParameterError {
  constructor() {
    const message = 'must be websocket: this path is a WebSocket. Connect to it with ws:// or wss://'
    super([{ path: 'headers.upgrade', message }])
  }
}

export class NotTheGatewayError extends ServiceError {
  readonly code = 'NOT_FOUND'
  constructor(path: string, gatewayUrl: string | null) {
    const where = gatewayUrl === null ? 'on its own port, 8788 by default' : `at ${gatewayUrl}`
    super(`There is no ${path.slice(0, 100)} here: this is the REST interface's port. The gateway listens ${where}.`)
  }
}

type Failure = Pick<ServiceError, 'message' | 'details' | 'retryAfterSeconds'> & { readonly code: ErrorCode }

/** Answers with an error in the shape of its endpoint, or nested without an endpoint. Internal errors are logged, not sent. */
export function fail(
  reply: FastifyReply,
  error: unknown,
  { logger, endpoint }: { readonly logger: Logger; readonly endpoint: Endpoint | undefined },
): FastifyReply {
  const { request } = reply
  const failure = toFailure(error)
  const shape = endpoint?.errors ?? 'nested'
  const { status, code } = toOutcome(failure.code, shape)
  const about = { requestId: request.id, route: routeOf(request) }
  if (status === 500) logger.error({ ...about, err: error }, 'failed')
  if (status === 503) logger.warn({ ...about, reason: failure.message }, 'unavailable')
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds)
  if (error instanceof UnsupportedHttpMethodError) reply.header('allow', error.details.allowed.join(', '))
  const body = toErrorBody(code, failure, shape, request.id)
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

export function toErrorBody(
  code: string,
  { message, details }: Pick<Failure, 'message' | 'details'>,
  shape: Endpoint['errors'],
  requestId: string,
): object {
  if (shape === 'flat') return { error: code, message }
  if (shape === 'envelope') {
    // The standard error shape has no details. They are added only for codes that promise them.
    const more = Object.keys(details).length > 0 ? { details } : {}
    return { success: false, error: code, message, request_id: requestId, ...more }
  }
  return { error: { code, message, details } }
}

/**
 * Handles a server's `clientError`: answers bytes that could not be parsed as HTTP. Earlier requests in the same chunk are
 * answered first if their answers need no waiting.
 */
export function failUnread(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const requestId = toRequestId(undefined)
  const failure = unread[error.code ?? ''] ?? malformed
  const { status, code } = toOutcome(failure.code, 'nested')
  const body = JSON.stringify(toErrorBody(code, failure, 'nested', requestId))
  const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${requestId}\r\nconnection: close\r\n\r\n${body}`
  setImmediate(() => socket.end(answer, () => socket.destroy()))
}

export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.config.id ?? 'unmatched'
}

const malformed = new InvalidParameterError([
  { path: 'request', message: 'is malformed: its body is not JSON, or its path is not a URL' },
])

/** Fastify's own refusals, by their status. */
const refusals: { readonly [status: number]: Failure } = {
  400: malformed,
  413: { code: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than this node accepts.', details: {} },
  415: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'Send the body as JSON, with the header Content-Type: application/json.',
    details: {},
  },
}

/** Errors of Node's HTTP parser, by code. */
const unread: { readonly [code: string]: Failure } = {
  HPE_HEADER_OVERFLOW: {
    code: 'HEADERS_TOO_LARGE',
    message: `The URL and headers of the request are larger than ${maxHeaderSize} bytes.`,
    details: {},
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'REQUEST_TIMEOUT',
    message: 'The request did not arrive in time. Send it without pauses.',
    details: {},
  },
}

const internalError: Failure = {
  code: 'INTERNAL_ERROR',
  message: 'An internal error occurred. The log of the node has details under the id in X-Request-Id.',
  details: {},
}

function toFailure(error: unknown): Failure {
  if (error instanceof ServiceError) return error
  return refusals[(error as { statusCode?: number } | undefined)?.statusCode ?? 0] ?? internalError
}

const run = randomBytes(6).toString('base64url')
let count = 0

/** Returns the caller's own id if it is valid, otherwise a new one that is unique across restarts. */
export function toRequestId(header: string | readonly string[] | undefined): string {
  if (typeof header === 'string' && /^[\w.:+/=-]{1,128}$/.test(header)) return header
  count += 1
  return `${run}-${count.toString(36)}`
}
