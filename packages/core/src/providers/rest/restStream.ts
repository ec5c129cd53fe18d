import { Readable } from 'node:stream'
import type { Pool } from 'undici'
import type { Cancellation } from '../../time/cancel.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import { toAnswer } from '../dispatch/answer.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import type { EndpointCall } from '../dispatch/endpointCall.ts'
import type { Endpoint } from '../endpoint.ts'
import { AllProvidersFailedError, EndpointError } from '../errors.ts'
import type { Answer, RestOpenOptions, RestStream } from '../poolTypes.ts'
import { loadHttp } from '../wire/clients.ts'
import { toConnectionError } from '../wire/connection.ts'
import { statusError } from '../wire/rpcCall.ts'

const defaultIdleMs = 30_000
const maxRefusalBytes = 65_536

/** A 4xx response, kept as the answer if no other endpoint has a better one. */
type Refusal = { readonly status: number; readonly headers: RestStream['headers']; readonly body: string }

type Open = { readonly path: string; readonly method: string; readonly options: RestOpenOptions }
type RequestStream = (endpoint: Endpoint, open: Open, signal: Cancellation) => Promise<RestStream>

/** Opens responses of REST endpoints. Streams use their own sockets, because they may occupy them for hours. */
export function createStreamOpener(dispatcher: Dispatcher, toTarget: (endpointUrl: string, path: string) => string) {
  const request = createStreamRequest(dispatcher.signal, toTarget)
  return async (path: string, method: string, options: RestOpenOptions): Promise<Answer<RestStream>> => {
    const open = options.method === 'POST' ? openOnce : openFirst
    try {
      return await open(dispatcher, request, { path, method, options })
    } catch (error) {
      const refused = toRefusedAnswer(dispatcher, error)
      if (refused === undefined) throw error
      return refused
    }
  }
}

/**
 * Opens the response of a POST. Any endpoint that receives a POST may execute it, so only one endpoint may receive
 * it.
 */
async function openOnce(dispatcher: Dispatcher, request: RequestStream, open: Open): Promise<Answer<RestStream>> {
  const { method } = open
  const startedAt = performance.now()
  const failures: EndpointError[] = []
  const call: EndpointCall<RestStream> = { method, run: ({ endpoint }, signal) => request(endpoint, open, signal) }
  for (const health of await dispatcher.candidates()) {
    try {
      const result = await dispatcher.attempt(health, call, { hedge: false })
      return toAnswer(health, result, { attempts: failures.length + 1, hedged: false, startedAt })
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error
      failures.push(error)
      if (error.kind !== 'unreachable') break
    }
  }
  throw new AllProvidersFailedError('REST', `POST ${method}`, dispatcher.listFailures(failures))
}

/** Returns the response of the endpoint that answers first and closes the others. */
async function openFirst(dispatcher: Dispatcher, request: RequestStream, open: Open): Promise<Answer<RestStream>> {
  const opened: RestStream[] = []
  let winner: RestStream | undefined
  let isOver = false
  const run = async ({ endpoint }: EndpointHealth, signal: Cancellation) => {
    if (endpoint.name === open.options.avoid && dispatcher.healths.length > 1)
      throw new EndpointError(endpoint.name, 'doubtful', 'The request excludes this endpoint.')
    const stream = await request(endpoint, open, signal)
    if (isOver) close(stream)
    else opened.push(stream)
    return stream
  }
  try {
    const answer = await dispatcher.dispatch({ method: open.method, run })
    winner = answer.result
    return answer
  } finally {
    isOver = true
    for (const stream of opened) if (stream !== winner) close(stream)
  }
}

/** Returns a 4xx response if no endpoint has a better answer. Undefined if no endpoint sent one. */
function toRefusedAnswer({ healths }: Dispatcher, error: unknown): Answer<RestStream> | undefined {
  const failures = error instanceof AllProvidersFailedError ? error.failures : [error as EndpointError]
  const refused = failures.find(({ answer }) => answer !== undefined)
  if (refused === undefined) return undefined
  const { status, headers, body } = refused.answer as Refusal
  const endpoint = healths.find((health) => health.endpoint.name === refused.endpoint)?.endpoint
  return {
    result: { status, headers, body: Readable.from([Buffer.from(body)]) },
    provider: refused.endpoint,
    role: endpoint?.role ?? 'primary',
    attempts: failures.length,
    hedged: false,
    cached: false,
    ageMs: 0,
    block: null,
    latencyMs: 0,
  }
}

function createStreamRequest(
  lifetime: AbortSignal,
  toTarget: (endpointUrl: string, path: string) => string,
): RequestStream {
  const connections = new Map<Endpoint, Pool>()
  lifetime.addEventListener('abort', () => {
    for (const connection of connections.values()) void connection.destroy()
  })

  async function connectionOf(endpoint: Endpoint): Promise<Pool> {
    const { Pool } = await loadHttp()
    const known = connections.get(endpoint)
    if (known !== undefined) return known
    // The dispatcher limits the time until the headers arrive.
    const connection = new Pool(new URL(endpoint.url).origin, { headersTimeout: 0, connect: { timeout: 5000 } })
    connections.set(endpoint, connection)
    return connection
  }

  return async (endpoint, { path, options }, signal) => {
    const { method = 'GET', headers = {}, body = null, idleMs = defaultIdleMs } = options
    const control = new AbortController()
    // The signal counts only until the headers arrive. After that the reader owns the body.
    const onAbort = () => control.abort(signal.reason)
    signal.addEventListener('abort', onAbort)
    try {
      signal.throwIfAborted()
      const connection = await connectionOf(endpoint)
      const response = await connection.request({
        method,
        path: toTarget(endpoint.url, path),
        headers: { ...headers, ...endpoint.headers },
        body,
        bodyTimeout: idleMs,
        signal: control.signal,
      })
      return toStream(endpoint, response)
    } catch (cause) {
      signal.throwIfAborted()
      throw toConnectionError(endpoint, cause)
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }
}

type Response = Awaited<ReturnType<Pool['request']>>

/** @throws {EndpointError} the endpoint has failed, or another endpoint may have the data */
async function toStream(endpoint: Endpoint, { statusCode: status, headers, body }: Response): Promise<RestStream> {
  if (status < 300 || status === 304) return { status, headers, body }
  const text = await readStart(body)
  const atFault = status < 400 || status >= 500 || [401, 402, 403, 407, 408, 429].includes(status)
  if (atFault && status !== 501) throw statusError(endpoint, { status, headers, body: Buffer.from(text) })
  const answer: Refusal = { status, headers: { 'content-type': headers['content-type'] }, body: text }
  const kind = status === 404 ? 'doubtful' : [405, 501].includes(status) ? 'unsupported' : 'answer'
  throw new EndpointError(endpoint.name, kind, `HTTP status ${status}`, { answer })
}

async function readStart(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxRefusalBytes) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, maxRefusalBytes)
}

function close({ body }: RestStream): void {
  body.on('error', () => {}).destroy()
}
