import type { IncomingMessage, ServerResponse } from 'node:http'
import { toOutcome } from '@outrigger/api/contract'
import type { ApiKey } from '../../access/keyring.ts'
import type { HeaderList } from '../../access/limits/limitHeaders.ts'
import type { ServiceError } from '../../node/serviceError.ts'
import { toErrorBody, toRequestId, UnsupportedHttpMethodError } from '../failure.ts'
import { BodyTooLargeError } from './gatewayErrors.ts'

/** A request that waits for its answer. */
export type Exchange = {
  readonly requestId: string
  readonly startedAtMs: number
  /** Bounded name for metrics. */
  route: string
  /** Whose request it is, once that is known. */
  key: ApiKey | undefined
  /**
   * Sends JSON text, or nothing, in one write with its head. `headers` are names and values in turn, `bytes` those of the
   * text where they have been counted already.
   */
  send(status: number, text: string | null, headers?: readonly string[], bytes?: number): void
}

/** One that Node's HTTP server has read the head of. */
export type HttpExchange = Exchange & { readonly request: IncomingMessage; readonly response: ServerResponse }

/** @param nowMs the present time, if the caller has just read it */
export type OnAnswered = (exchange: Exchange, status: number, nowMs?: number) => void

export const jsonType = 'application/json; charset=utf-8'

export type ExchangeParts = {
  readonly onAnswered: OnAnswered
  /** Called before an answer leaves. */
  readonly beforeWrites: () => void
  /** What every answer says of its caller's limits. */
  readonly toHeaders: (exchange: Exchange) => HeaderList
}

export function createExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { onAnswered, beforeWrites, toHeaders }: ExchangeParts,
): HttpExchange {
  const requestId = toRequestId(request.headers['x-request-id'])
  return {
    request,
    response,
    requestId,
    startedAtMs: performance.now(),
    route: 'unmatched',
    key: undefined,
    send(status, text, headers = [], bytes = Buffer.byteLength(text ?? '')) {
      if (response.headersSent || response.destroyed) return
      const about = text === null ? [] : ['content-type', jsonType, 'content-length', String(bytes)]
      beforeWrites()
      response.writeHead(status, [...about, 'x-request-id', requestId, ...toHeaders(this), ...headers])
      if (text === null) response.end()
      else response.end(text)
      onAnswered(this, status)
    },
  }
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
 * Collects a body. Node discards what is left of one that is too large, so that the refusal can be read, and ends the
 * connection when that takes longer than a request may.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  done: (body: Buffer | ServiceError) => void,
): void {
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
