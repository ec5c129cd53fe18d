import { classifyRpcError, classifySocketError, classifyStatus, toRetryAfterMs } from './classify.ts'
import type { Endpoint } from './endpoint.ts'
import { EndpointError } from './failure.ts'
import type { RpcRequest } from './poolTypes.ts'

let lastId = 0

/** One JSON-RPC 2.0 request over HTTP. @throws {EndpointError} */
export async function callRpc(endpoint: Endpoint, request: RpcRequest, signal: AbortSignal): Promise<unknown> {
  lastId = (lastId + 1) % Number.MAX_SAFE_INTEGER
  const body = JSON.stringify({ jsonrpc: '2.0', id: lastId, method: request.method, params: request.params ?? [] })
  const { response, text } = await fetchText(endpoint, '', { method: 'POST', body, signal })
  const answer = parse(text)
  if (isRpcError(answer)) {
    const { code, message, data } = answer.error
    const details = { answer: { code, message, data }, ...retryAfter(response) }
    throw new EndpointError(endpoint.name, classifyRpcError(answer.error), `error ${code}: ${message}`, details)
  }
  if (!response.ok) throw statusError(endpoint, response)
  if (!isRpcResult(answer)) {
    const what = answer === undefined ? 'an answer that is not JSON' : 'an answer that is not JSON-RPC'
    throw new EndpointError(endpoint.name, 'broken', `${what} (${text.length} characters)`)
  }
  return answer.result
}

/** Response and whole body of one HTTP request, with socket errors classified. @throws {EndpointError} */
export async function fetchText(endpoint: Endpoint, path: string, init: RequestInit) {
  try {
    const headers = { 'content-type': 'application/json', accept: 'application/json', ...endpoint.headers }
    const response = await fetch(`${endpoint.url}${path}`, { ...init, headers })
    return { response, text: await response.text() }
  } catch (cause) {
    init.signal?.throwIfAborted()
    const { kind, code } = classifySocketError(cause)
    throw new EndpointError(endpoint.name, kind, `connection failed (${code})`, { cause })
  }
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

function isRpcResult(answer: unknown): answer is { result: unknown } {
  return typeof answer === 'object' && answer !== null && 'result' in answer
}

function isRpcError(answer: unknown): answer is { error: { code: number; message: string; data?: unknown } } {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return false
  const { error } = answer
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number'
}
