import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { toOutcome } from '@outrigger/api/internal'
import type { ServiceError } from '../../errors/serviceError.ts'
import { toErrorBody, toRequestId } from '../failure.ts'

/** Answers an upgrade with an error and closes the connection. `limitLines` are header lines, each with its line end. */
export function refuseUpgrade(
  connection: Duplex,
  request: IncomingMessage,
  error: ServiceError,
  limitLines: string,
): void {
  const { status, code } = toOutcome(error.code, 'nested')
  const requestId = toRequestId(request.headers['x-request-id'])
  const body = JSON.stringify(toErrorBody(code, error, 'nested', requestId))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    ...(error.retryAfterSeconds === undefined ? [] : [`retry-after: ${error.retryAfterSeconds}`]),
    'connection: close',
  ]
  connection.end(`${head.join('\r\n')}\r\n${limitLines}\r\n${body}`, () => connection.destroy())
}
