import { classifyRpcError, classifySocketError, classifyStatus, isStatusDecisive, toRetryAfterMs } from './classify.ts'
import type { Endpoint } from './endpoint.ts'
import { EndpointError } from './failure.ts'
import type { RpcRequest } from './poolTypes.ts'
import { redactMessage } from './redact.ts'

// Traces of a full block run to tens of megabytes; beyond this an answer is an attack on memory.
const maxResponseBytes = 128 * 1024 * 1024

let lastId = 0

/** One JSON-RPC 2.0 request over HTTP. @throws {EndpointError} */
export async function callRpc(endpoint: Endpoint, request: RpcRequest, signal: AbortSignal): Promise<unknown> {
  lastId = (lastId + 1) % Number.MAX_SAFE_INTEGER
  const id = lastId
  const body = JSON.stringify({ jsonrpc: '2.0', id, method: request.method, params: request.params ?? [] })
  const { response, text } = await fetchText(endpoint, endpoint.url, { method: 'POST', body, signal })
  const answer = parse(text)
  if (isRpcError(answer) && !isStatusDecisive(response.status, answer.error)) {
    const { code, data } = answer.error
    const message = redactMessage(answer.error.message, endpoint.secrets)
    const details = { answer: { code, message, data }, ...retryAfter(response) }
    throw new EndpointError(endpoint.name, classifyRpcError(answer.error), `error ${code}: ${message}`, details)
  }
  if (!response.ok) throw statusError(endpoint, response)
  if (!isRpcResult(answer)) {
    const what = answer === undefined ? 'an answer that is not JSON' : 'an answer that is not JSON-RPC'
    throw new EndpointError(endpoint.name, 'broken', `${what} (${text.length} characters)`)
  }
  if (String(answer.id) !== String(id)) throw new EndpointError(endpoint.name, 'broken', 'an answer to another request')
  return answer.result
}

/** Response and whole body of one HTTP request, with socket errors classified. @throws {EndpointError} */
export async function fetchText(endpoint: Endpoint, url: string, init: RequestInit) {
  try {
    const headers = { 'content-type': 'application/json', accept: 'application/json', ...endpoint.headers }
    // A redirect would carry keys and transactions to a host nobody chose.
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    return { response, text: await readText(endpoint, response) }
  } catch (cause) {
    if (cause instanceof EndpointError) throw cause
    init.signal?.throwIfAborted()
    const { kind, code } = classifySocketError(cause)
    throw new EndpointError(endpoint.name, kind, `connection failed (${code})`, { cause })
  }
}

/** The body, counted as it comes, because a compressed one may be a thousand times its announced length. */
async function readText(endpoint: Endpoint, response: Response): Promise<string> {
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  const honest = !response.headers.has('content-encoding') && length <= maxResponseBytes
  if (honest || response.body === null) return response.text()
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > maxResponseBytes)
      throw new EndpointError(endpoint.name, 'broken', `an answer of more than ${maxResponseBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

export function statusError(endpoint: Endpoint, response: Response): EndpointError {
  const kind = classifyStatus(response.status)
  return new EndpointError(endpoint.name, kind, `HTTP status ${response.status}`, retryAfter(response))
}

function retryAfter(response: Response) {
  const retryAfterMs = toRetryAfterMs(response.headers.get('retry-after'), Date.now())
  return retryAfterMs === undefined ? {} : { retryAfterMs }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRpcResult(answer: unknown): answer is { id: unknown; result: unknown } {
  return typeof answer === 'object' && answer !== null && 'result' in answer && 'id' in answer
}

type RpcErrorObject = { readonly code: number; readonly message: string; readonly data?: unknown }

function isRpcError(answer: unknown): answer is { error: RpcErrorObject } {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return false
  const { error } = answer
  if (typeof error !== 'object' || error === null) return false
  const { code, message } = error as { code?: unknown; message?: unknown }
  return typeof code === 'number' && typeof message === 'string'
}
