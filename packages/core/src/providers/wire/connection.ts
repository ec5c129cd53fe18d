import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher, Pool } from 'undici'
import type { Cancellation } from '../../time/cancel.ts'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError } from '../errors.ts'
import { classifySocketError } from './classify.ts'
import { loadHttp } from './clients.ts'

/** An HTTP response with its whole body. */
export type HttpReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export type HttpRequest = {
  readonly method: 'GET' | 'POST'
  /** Path and query. */
  readonly path: string
  readonly body?: string
}

// Traces of a full block take tens of megabytes. A larger answer could exhaust the memory.
export const maxResponseBytes = 128 * 1024 * 1024
// Sockets per endpoint. Further calls wait, so that a hung endpoint does not use more sockets.
const maxSockets = 128
const connectMs = 5000

type Http = Pick<typeof import('undici'), 'Pool'>
type Connection = { readonly pool: Pool; readonly headers: Record<string, string> }

const connections = new WeakMap<Endpoint, Connection>()

/** Returns the keep-alive sockets of an endpoint, opened on first use. Idle sockets do not keep the process alive. */
function connectionOf(endpoint: Endpoint, { Pool }: Http): Connection {
  const known = connections.get(endpoint)
  if (known !== undefined) return known
  const { origin } = new URL(endpoint.url)
  // The caller sets the time limits, so undici's own limits are off.
  const limits = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: connectMs } }
  const pool = new Pool(origin, { connections: maxSockets, ...limits })
  const connection = { pool, headers: toHeaders(endpoint) }
  connections.set(endpoint, connection)
  return connection
}

/** Closes the sockets of an endpoint. The next call opens new ones. */
export async function disconnect(endpoint: Endpoint): Promise<void> {
  const connection = connections.get(endpoint)
  connections.delete(endpoint)
  await connection?.pool.destroy()
}

/**
 * Returns the headers of every request to the endpoint. Compression is requested unless the endpoint is on this
 * machine.
 */
function toHeaders(endpoint: Endpoint): Record<string, string> {
  const local = /^http:\/\/(?:localhost|127\.|\[::1\])/.test(endpoint.url)
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(local ? {} : { 'accept-encoding': 'gzip, deflate, br' }),
    ...endpoint.headers,
  }
}

/**
 * Makes one HTTP exchange. Redirects are not followed, because they would send keys and transactions to an unknown host.
 * @throws {EndpointError}
 */
export async function exchange(endpoint: Endpoint, request: HttpRequest, signal: Cancellation): Promise<HttpReply> {
  const http = await loadHttp()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let status = 0
    let received: HttpReply['headers'] = {}
    let control: Dispatcher.DispatchController | undefined
    let ended = false

    const fail = (cause: unknown) => end(() => reject(toEndpointError(endpoint, cause, signal)))
    const onAbort = () => {
      control?.abort(signal.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError'))
      fail(signal.reason)
    }
    const end = (finish: () => void) => {
      if (ended) return
      ended = true
      signal.removeEventListener('abort', onAbort)
      finish()
    }
    if (signal.aborted) return fail(signal.reason)
    signal.addEventListener('abort', onAbort)

    const { pool, headers } = connectionOf(endpoint, http)
    pool.dispatch(
      { ...request, body: request.body ?? null, headers },
      {
        onRequestStart(controller) {
          control = controller
          if (ended) controller.abort(new DOMException('aborted', 'AbortError'))
        },
        onResponseStart(_, statusCode, incoming) {
          status = statusCode
          received = incoming as HttpReply['headers']
        },
        onResponseData(controller, chunk) {
          bytes += chunk.length
          chunks.push(chunk)
          if (bytes <= maxResponseBytes) return
          const error = new EndpointError(endpoint.name, 'broken', `an answer of more than ${maxResponseBytes} bytes`)
          controller.abort(error)
          fail(error)
        },
        onResponseEnd() {
          const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
          const encoding = received['content-encoding']
          if (encoding === undefined || encoding === 'identity')
            return end(() => resolve({ status, headers: received, body }))
          decompress(endpoint, String(encoding), body).then(
            (plain) => end(() => resolve({ status, headers: received, body: plain })),
            fail,
          )
        },
        onResponseError: (_, error) => fail(error),
      },
    )
  })
}

const decoders: Readonly<Record<string, typeof createGunzip | typeof createInflate | typeof createBrotliDecompress>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Decompresses a body and counts the decompressed bytes, because a compressed body may expand a thousandfold. */
async function decompress(endpoint: Endpoint, encoding: string, body: Buffer): Promise<Buffer> {
  const create = decoders[encoding.toLowerCase()]
  const broken = (what: string) => new EndpointError(endpoint.name, 'broken', what)
  if (create === undefined) throw broken(`an answer in the unknown encoding ${encoding.slice(0, 20)}`)
  const chunks: Buffer[] = []
  let bytes = 0
  const decoder = create()
  decoder.end(body)
  for await (const chunk of decoder as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxResponseBytes) throw broken(`an answer of more than ${maxResponseBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function toEndpointError(endpoint: Endpoint, cause: unknown, signal: Cancellation): unknown {
  if (signal.aborted) return signal.reason
  return toConnectionError(endpoint, cause)
}

/** Classifies a failed exchange. */
export function toConnectionError(endpoint: Endpoint, cause: unknown): EndpointError {
  if (cause instanceof EndpointError) return cause
  const { kind, code } = classifySocketError(cause)
  return new EndpointError(endpoint.name, kind, `connection failed (${code})`, { cause })
}
