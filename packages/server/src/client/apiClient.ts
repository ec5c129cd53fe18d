import { OutriggerError, redactUrl } from '@outrigger/core'
import { type Arguments, contract, type Response, type ServedId } from '../contract/contract.ts'
import type { Endpoint, ServedEndpoint } from '../contract/endpoint.ts'

export type ApiClientOptions = {
  /** REST base address, ends in `/api`. */
  readonly baseUrl: string
  readonly apiKey?: string
  /** Longest wait for an answer. @default 10_000 */
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

type CallOptions = { readonly signal?: AbortSignal }

type Call<id extends ServedId> =
  Record<never, never> extends Arguments<id>
    ? (args?: Arguments<id>, options?: CallOptions) => Promise<Response<id>>
    : (args: Arguments<id>, options?: CallOptions) => Promise<Response<id>>

/** One function per endpoint that answers; path, query and body fields are given side by side. */
export type ApiClient = { readonly [id in ServedId]: Call<id> }

/** The service answered with an error. */
export class ApiAnswerError extends OutriggerError {
  readonly code: string
  override readonly retryable: boolean
  readonly status: number
  readonly details: unknown
  readonly requestId: string | null
  constructor(id: string, status: number, body: unknown, requestId: string | null) {
    const { code, message, details } = readErrorBody(body)
    super(`${id} was answered with ${status} ${code}: ${message}`)
    this.code = code
    this.retryable = [429, 500, 502, 503, 504].includes(status)
    this.status = status
    this.details = details
    this.requestId = requestId
  }
}

/** Nobody answered, or not in time. */
export class ServiceUnreachableError extends OutriggerError {
  readonly code = 'SERVICE_UNREACHABLE'
  override readonly retryable = true
  constructor(baseUrl: string, cause: unknown) {
    super(`No answer from ${redactUrl(baseUrl)}. Is the node running, and is the address right?`, { cause })
  }
}

/**
 * A client of the REST interface, typed by the contract.
 *
 * @example
 * const api = createApiClient({ baseUrl: 'http://127.0.0.1:8787/api' })
 * const { fast, stale } = await api.oracleGas({ chain: 'base' })
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const calls = (Object.entries(contract) as [string, Endpoint][]).flatMap(([id, endpoint]) =>
    endpoint.state === 'served' ? [[id, toCall(id, endpoint, options)]] : [],
  )
  return Object.fromEntries(calls)
}

type Fields = { readonly [name: string]: unknown }

function toCall(id: string, endpoint: ServedEndpoint, options: ApiClientOptions) {
  const { baseUrl, apiKey, timeoutMs = 10_000, fetch = globalThis.fetch } = options
  const { method, params, query, body } = endpoint

  return async (args: Fields = {}, { signal }: CallOptions = {}): Promise<unknown> => {
    const url = new URL(baseUrl.replace(/\/$/, '') + toPath(endpoint.path, args))
    for (const name of Object.keys(query?.properties ?? {}))
      if (args[name] !== undefined) url.searchParams.set(name, String(args[name]))
    const elsewhere = new Set([...Object.keys(params?.properties ?? {}), ...Object.keys(query?.properties ?? {})])
    const rest = Object.fromEntries(Object.entries(args).filter(([name]) => !elsewhere.has(name)))
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(url, {
        method,
        headers: { ...(apiKey && { 'x-api-key': apiKey }), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(rest) }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      const answer = await response.json()
      if (!response.ok) throw new ApiAnswerError(id, response.status, answer, response.headers.get('x-request-id'))
      return answer
    } catch (error) {
      if (error instanceof ApiAnswerError || signal?.aborted) throw error
      throw new ServiceUnreachableError(baseUrl, error)
    }
  }
}

function toPath(path: string, args: Fields): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(args[name])))
}

// The three error shapes of the interface.
function readErrorBody(body: unknown): { code: string; message: string; details: unknown } {
  const { error, message = '' } = (body ?? {}) as { error?: unknown; message?: string }
  if (typeof error === 'string') return { code: error, message, details: undefined }
  return { code: 'UNKNOWN', message: '', details: undefined, ...(error as object | undefined) }
}
