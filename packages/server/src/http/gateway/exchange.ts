import type { IncomingMessage, ServerResponse } from 'node:http'
import { toOutcome } from '@outrigger/api/internal'
import type { ApiKey } from '../../access/keyring.ts'
import type { HeaderList } from '../../access/limits/limitHeaders.ts'
import type { ServiceError } from '../../errors/serviceError.ts'
import type { CallerRequest } from '../caller/clientIp.ts'
import { type CorsOrigins, createCors } from '../cors.ts'
import { toErrorBody, toRequestId, UnsupportedHttpMethodError } from '../failure.ts'
import { BodyTooLargeError } from './gatewayErrors.ts'

/** The head of a request. */
export type RequestHead = CallerRequest & Pick<IncomingMessage, 'method' | 'url'>

/** A request that waits for its answer. */
export type Exchange = {
  readonly request: RequestHead
  readonly requestId: string
  readonly startedAtMs: number
  /** Bounded name for metrics. */
  route: string
  /** The key of the caller, once known. */
  key: ApiKey | undefined
  /** Calls `done` with the whole body, or with the error that rejects it. */
  readBody(maxBytes: number, done: (body: Buffer | ServiceError) => void): void
  /**
   * Sends JSON text, or an empty body, in one write with its head. `headers` are alternating names and values. `bytes` is the
   * length
   * of the text in bytes, if already counted.
   */
  send(status: number, text: string | null, headers?: readonly string[], bytes?: number): void
}

/** An exchange whose head Node's HTTP server has read. */
export type HttpExchange = Exchange & { readonly request: IncomingMessage; readonly response: ServerResponse }

export type OnAnswered = (exchange: Exchange, status: number) => void

const jsonType = 'application/json; charset=utf-8'

export type ExchangeParts = {
  readonly onAnswered: OnAnswered
  /** Returns the headers that report the caller's limits. */
  readonly toHeaders: (exchange: Exchange) => HeaderList
}

export function createExchanges(
  parts: ExchangeParts & { readonly cors: CorsOrigins },
): (request: IncomingMessage, response: ServerResponse) => HttpExchange {
  const toCorsHeaders = createCors(parts.cors)
  return (request, response) => {
    for (const [name, value] of Object.entries(toCorsHeaders(request.headers.origin))) response.setHeader(name, value)
    return {
      request,
      response,
      requestId: toRequestId(request.headers['x-request-id']),
      startedAtMs: performance.now(),
      route: 'unmatched',
      key: undefined,
      readBody: (maxBytes, done) => readBody(request, maxBytes, done),
      send(status, text, headers = [], bytes) {
        if (response.headersSent || response.destroyed) return
        response.writeHead(status, toAnswerHeaders(this, parts, text, headers, bytes))
        if (text === null) response.end()
        else response.end(text)
        parts.onAnswered(this, status)
      },
    }
  }
}

/** Returns the headers of an answer as alternating names and values. */
export function toAnswerHeaders(
  exchange: Exchange,
  { toHeaders }: Pick<ExchangeParts, 'toHeaders'>,
  text: string | null,
  further: readonly string[],
  bytes = Buffer.byteLength(text ?? ''),
): string[] {
  const about = text === null ? [] : ['content-type', jsonType, 'content-length', String(bytes)]
  return [...about, 'x-request-id', exchange.requestId, ...toHeaders(exchange), ...further]
}

/** Answers with an error in the nested shape of the contract. */
export function sendError(exchange: Exchange, error: ServiceError): void {
  const { status, code } = toOutcome(error.code, 'nested')
  const headers: string[] = []
  if (error.retryAfterSeconds !== undefined) headers.push('retry-after', String(error.retryAfterSeconds))
  if (error instanceof UnsupportedHttpMethodError) headers.push('allow', error.details.allowed.join(', '))
  exchange.send(status, JSON.stringify(toErrorBody(code, error, 'nested', exchange.requestId)), headers)
}

/**
 * Collects a body. If the body is too large, Node discards the rest so that the client can read the error. Node closes the
 * connection if that takes longer than the request timeout.
 */
function readBody(request: IncomingMessage, maxBytes: number, done: (body: Buffer | ServiceError) => void): void {
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
