import { type RpcFault, rpcCodes } from './errors.ts'
import { NestingError, scanIds } from './scan.ts'

/** One call. `id` is JSON text, or undefined for a notification. A call with a `fault` is answered with that fault. */
export type RpcCall = {
  readonly id: string | undefined
  readonly method: string
  readonly params: unknown
  readonly fault?: RpcFault
}

/** A parsed request or batch. A `fault` applies to the whole body. */
export type RpcBody =
  | { readonly kind: 'single'; readonly call: RpcCall }
  | { readonly kind: 'batch'; readonly calls: readonly RpcCall[] }
  | { readonly kind: 'faulty'; readonly fault: RpcFault }

// Limited because method names are stored here and in the pools.
const maxMethodLength = 128
// A longer batch gets one error for all calls. Otherwise many small calls would make the answer much larger than the request.
const maxAnswered = 10_000

type Limits = { readonly nesting: number; readonly batchItems: number }

/** Parses a JSON-RPC 2.0 body (specification of 2013-01-04, sections 4 and 6). */
export function toRpcBody(text: string, limits: Limits): RpcBody {
  let ids: readonly (string | undefined)[]
  let value: unknown
  try {
    ids = scanIds(text, limits.nesting)
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof NestingError) return faulty(rpcCodes.invalidRequest, error.message)
    return faulty(rpcCodes.parseError, 'The request is not JSON.')
  }
  if (!Array.isArray(value)) return { kind: 'single', call: toCall(value, ids[0]) }
  if (value.length === 0) return faulty(rpcCodes.invalidRequest, 'The batch is empty.')
  const calls = value.slice(0, maxAnswered).map((item, index) => toCall(item, ids[index]))
  if (value.length <= limits.batchItems) return { kind: 'batch', calls }
  const message = `The batch has ${value.length} calls, but at most ${limits.batchItems} are allowed. Send it in parts.`
  const fault = { code: rpcCodes.invalidRequest, message }
  // Clients match answers to calls by id, and wait forever for missing answers.
  if (value.length <= maxAnswered) return { kind: 'batch', calls: calls.map((call) => ({ ...call, fault })) }
  return { kind: 'faulty', fault }
}

function faulty(code: number, message: string): RpcBody {
  return { kind: 'faulty', fault: { code, message } }
}

type Fields = {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
}

function toCall(value: unknown, rawId: string | undefined): RpcCall {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return invalid('null', rpcCodes.invalidRequest, 'A call must be an object with jsonrpc, id, method and params.')
  const { jsonrpc, id, method, params } = value as Fields
  const idText = toIdText(id, rawId)
  if (idText === null) return invalid('null', rpcCodes.invalidRequest, 'An id must be a string, a number or null.')
  if (jsonrpc !== '2.0') return invalid(idText ?? 'null', rpcCodes.invalidRequest, 'jsonrpc must be "2.0".')
  if (typeof method !== 'string' || method.length > maxMethodLength) {
    const message = `method must be a string of at most ${maxMethodLength} characters.`
    return invalid(idText ?? 'null', rpcCodes.invalidRequest, message)
  }
  if (params !== undefined && typeof params !== 'object')
    return invalid(idText ?? 'null', rpcCodes.invalidParams, 'params must be an array or an object.')
  return { id: idText, method, params: params ?? [] }
}

function invalid(id: string, code: number, message: string): RpcCall {
  return { id, method: '', params: [], fault: { code, message } }
}

/** Returns an id as JSON text, undefined if it is absent, or null if it is invalid. */
function toIdText(id: unknown, raw: string | undefined): string | undefined | null {
  if (id === undefined) return undefined
  if (typeof id === 'number') return raw ?? JSON.stringify(id)
  return typeof id === 'string' || id === null ? JSON.stringify(id) : null
}
