import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import type { RestPool } from '@outrigger/core'
import type { HeaderList } from '../../access/limits/limitHeaders.ts'
import type { HttpExchange } from './exchange.ts'

type Forwarded = {
  readonly path: string
  readonly body: Buffer | undefined
  /** Called before the head of the answer is written. Returns additional headers. */
  readonly onHead: (status: number) => HeaderList
}

const passedToNode = ['accept', 'accept-encoding', 'content-type', 'eth-consensus-version'] as const
const passedToCaller = /^(?:content-(?:type|length|encoding)|cache-control|etag|eth-[\w-]+)$/

/** Forwards a request to a beacon node and streams its answer back. */
export async function forwardToBeacon(pool: RestPool, exchange: HttpExchange, forwarded: Forwarded): Promise<void> {
  const { request, response, requestId } = exchange
  const { path, body, onHead } = forwarded
  const headers = pickHeaders(request)
  const { result, provider, attempts } = await pool.open(path, { headers, ...(body && { method: 'POST', body }) })
  const { status, headers: received, body: stream } = result
  if (response.destroyed) return void stream.on('error', () => {}).destroy()
  response.writeHead(status, [
    ...Object.entries(received).flatMap(([name, value]) =>
      passedToCaller.test(name) && value !== undefined ? [name, String(value)] : [],
    ),
    ...['x-request-id', requestId, 'x-outrigger-provider', provider, 'x-outrigger-attempts', String(attempts)],
    ...onHead(status),
  ])
  // Ends both if either breaks off. The head is already sent, so the caller then receives a truncated body.
  pipeline(stream, response, () => {})
}

function pickHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    passedToNode.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
