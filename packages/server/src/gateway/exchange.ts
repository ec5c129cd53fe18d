import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ContractError, toOutcome } from '../contract/errors.ts'
import { toErrorBody, toRequestId, UnsupportedHttpMethodError } from '../http/failure.ts'
import { BodyTooLargeError } from './gatewayErrors.ts'

/** A request and the response it will have. */
export type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly startedAtMs: number
  /** Called once, with what was answered. */
  readonly onAnswered: (exchange: Exchange, status: number) => void
  /** Bounded name for metrics. */
  route: string
}

export function createExchange(
  request: IncomingMessage,
  response: ServerResponse,
  onAnswered: Exchange['onAnswered'],
): Exchange {
  const requestId = toRequestId(request.headers['x-request-id'])
  return { request, response, requestId, startedAtMs: performance.now(), onAnswered, route: 'unmatched' }
}

/** Sends JSON text in one write with its head. `headers` are names and values in turn. */
export function sendJson(exchange: Exchange, status: number, text: string, headers: readonly string[] = []): void {
  const { response, requestId } = exchange
  if (response.headersSent || response.destroyed) return
  response
    .writeHead(status, [
      'content-type',
      'application/json; charset=utf-8',
      'content-length',
      String(Buffer.byteLength(text)),
      'x-request-id',
      requestId,
      ...headers,
    ])
    .end(text)
  exchange.onAnswered(exchange, status)
}

/** Answers with an error in the nested shape of the contract. */
export function sendError(exchange: Exchange, error: ContractError): void {
  const { status, code } = toOutcome(error.code, 'nested')
  const headers: string[] = []
  if (error.retryAfterSeconds !== undefined) headers.push('retry-after', String(error.retryAfterSeconds))
  if (error instanceof UnsupportedHttpMethodError) headers.push('allow', error.details.allowed.join(', '))
  sendJson(exchange, status, JSON.stringify(toErrorBody(code, error, 'nested', exchange.requestId)), headers)
}

/**
 * Collects a body. Node discards what is left of one that is too large, so that the refusal can be read, and ends the
 * connection when that takes longer than a request may.
 */
export function readBody({ request }: Exchange, maxBytes: number, done: (body: Buffer | ContractError) => void): void {
  if (Number(request.headers['content-length']) > maxBytes) return void done(new BodyTooLargeError(maxBytes))
  const chunks: Buffer[] = []
  let bytes = 0
  const onData = (chunk: Buffer) => {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes <= maxBytes) return
    request.off('data', onData).off('end', onEnd)
    done(new BodyTooLargeError(maxBytes))
  }
  const onEnd = () => {
    const [first] = chunks
    done(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks, bytes))
  }
  request.on('data', onData).on('end', onEnd)
}
