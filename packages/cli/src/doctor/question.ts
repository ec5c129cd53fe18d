import { OutriggerError } from '@outrigger/core'
import { type Endpoint, redactText, toErrorObject } from '@outrigger/core/internal'

/** An endpoint gave no usable answer. */
export class NoAnswerError extends OutriggerError {
  readonly code = 'NO_ANSWER'
  override readonly retryable = true
  /** True if the endpoint responds but does not know the method. */
  readonly unsupported: boolean
  readonly advice: string

  constructor(message: string, advice: string, unsupported = false) {
    super(message)
    this.advice = advice
    this.unsupported = unsupported
  }
}

const timeoutMs = 5_000

/**
 * Sends one JSON-RPC call without retry or failover, because the endpoint itself is being checked. @throws
 * {NoAnswerError}
 */
export async function askRpc(endpoint: Endpoint, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const answer = await post(endpoint, { jsonrpc: '2.0', id: 1, method, params })
  return toResult(answer)
}

/** Sends two calls in one request. @throws {NoAnswerError} */
export async function askBatch(endpoint: Endpoint): Promise<void> {
  const calls = ['eth_chainId', 'eth_blockNumber'].map((method, id) => ({ jsonrpc: '2.0', id, method, params: [] }))
  const answers = await post(endpoint, calls)
  if (!Array.isArray(answers) || answers.length !== calls.length)
    throw new NoAnswerError('not answered as a batch', '', true)
  answers.forEach(toResult)
}

/** Returns `data` of a standard beacon response. @throws {NoAnswerError} */
export async function askBeacon<data>(endpoint: Endpoint, path: string): Promise<data> {
  const { data } = ((await request(endpoint, path, {})) ?? {}) as { data?: data }
  if (data === undefined) throw new NoAnswerError('not a beacon answer', 'Check that it is a beacon node.')
  return data
}

function post(endpoint: Endpoint, body: unknown): Promise<unknown> {
  return request(endpoint, '', { method: 'POST', body: JSON.stringify(body) })
}

async function request({ url, headers }: Endpoint, path: string, init: RequestInit): Promise<unknown> {
  let response: Response
  let text: string
  try {
    response = await fetch(path === '' ? url : `${url.replace(/\/+$/, '')}${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await response.text()
  } catch (error) {
    throw toConnectionError(error)
  }
  try {
    const answer: unknown = JSON.parse(text)
    if (response.ok || isRpcError(answer)) return answer
  } catch {
    if (response.ok) throw new NoAnswerError('no JSON', 'Its response is not JSON: check the address.')
  }
  throw toStatusError(response.status)
}

function isRpcError(answer: unknown): answer is { error: unknown } {
  const { error } = (answer ?? {}) as { error?: unknown }
  return error !== undefined && error !== null
}

function toResult(answer: unknown): unknown {
  if (isRpcError(answer)) {
    const { code, message } = toErrorObject(answer.error)
    const unsupported =
      [-32601, -32004].includes(code) || /method .*(not|un)|not (?:supported|available|whitelisted)/i.test(message)
    throw new NoAnswerError(redactText(`error ${code}: ${message}`).slice(0, 120), '', unsupported)
  }
  const { result } = (answer ?? {}) as { result?: unknown }
  if (result === undefined) throw new NoAnswerError('no JSON-RPC', 'Its response is not JSON-RPC: check the address.')
  return result
}

const connectionAdvice: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: start the node, or check host and port.',
  ENOTFOUND: 'The host name is unknown: check its spelling and your DNS.',
  EAI_AGAIN: 'The host name cannot be resolved now: check your network.',
}

function toConnectionError(error: unknown): NoAnswerError {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  if (name === 'TimeoutError')
    return new NoAnswerError(
      `no answer in ${timeoutMs / 1000} s`,
      'It accepts requests but does not respond: restart it, or replace it.',
    )
  const code = cause?.code ?? 'connection failed'
  return new NoAnswerError(code, connectionAdvice[code] ?? 'The connection fails: check address, network and TLS.')
}

function toStatusError(status: number): NoAnswerError {
  const advice =
    status === 401 || status === 403
      ? 'It rejects the API key: check the key, and whether the key allows this address.'
      : status === 404
        ? 'The path is wrong, or the endpoint lacks this interface.'
        : status === 429
          ? 'It limits the request rate: use a higher plan, or fewer clients with this key.'
          : 'The endpoint itself failed: check its status page or log.'
  return new NoAnswerError(`HTTP ${status}`, advice, status === 404 || status === 405)
}
