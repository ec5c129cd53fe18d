import { type Arguments, contract, type Response, type ServedId } from '../contract/contract.ts'
import type { Endpoint, ServedEndpoint } from '../contract/endpoint.ts'
import { ApiAnswerError, ServiceUnreachableError } from './apiErrors.ts'

/** Address of the REST API, and settings of the requests. */
export type ApiClientOptions = {
  /** Base URL of the REST API. It ends in `/api`. */
  readonly baseUrl: string
  readonly apiKey?: string
  /** Maximum time until a response arrives, in ms. @default 10_000 */
  readonly timeoutMs?: number
  readonly fetch?: typeof globalThis.fetch
}

type CallOptions = { readonly signal?: AbortSignal }

type Call<id extends ServedId> =
  Record<never, never> extends Arguments<id>
    ? (args?: Arguments<id>, options?: CallOptions) => Promise<Response<id>>
    : (args: Arguments<id>, options?: CallOptions) => Promise<Response<id>>

/** One function per served endpoint. Path, query and body fields are passed in one object. */
export type ApiClient = { readonly [id in ServedId]: Call<id> }

/**
 * Creates a client of the REST API with one function per endpoint, typed by the contract. Arguments and responses are in
 * wire form. The functions throw {@link ApiAnswerError} when the node returns an error, and
 * {@link ServiceUnreachableError} when no response arrives.
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
  return async (args: Fields = {}, { signal }: CallOptions = {}): Promise<unknown> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(toUrl(baseUrl, endpoint, args), {
        ...toRequest(endpoint, args, apiKey),
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

function toUrl(baseUrl: string, { path, query }: ServedEndpoint, args: Fields): URL {
  const url = new URL(baseUrl.replace(/\/$/, '') + toPath(path, args))
  // A list is sent as a repeated parameter.
  for (const name of Object.keys(query?.properties ?? {}))
    for (const one of [args[name]].flat()) if (one !== undefined) url.searchParams.append(name, String(one))
  return url
}

/** Puts the arguments that are neither in the path nor in the query into the body. */
function toRequest({ method, params, query, body }: ServedEndpoint, args: Fields, apiKey: string | undefined) {
  const key = apiKey ? { 'x-api-key': apiKey } : {}
  if (!body) return { method, headers: key }
  const elsewhere = { ...params?.properties, ...query?.properties }
  const rest = Object.fromEntries(Object.entries(args).filter(([name]) => !(name in elsewhere)))
  return { method, headers: { ...key, 'content-type': 'application/json' }, body: JSON.stringify(rest) }
}

function toPath(path: string, args: Fields): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(args[name])))
}
