import type { Cancellation } from '../../time/cancel.ts'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError, type FailureKind } from '../errors.ts'
import type { RpcRequest } from '../poolTypes.ts'
import { redactMessage } from '../redact.ts'
import { classifyRpcError, classifyStatus, isStatusDecisive, toClientCode, toRetryAfterMs } from './classify.ts'
import { exchange, type HttpReply } from './connection.ts'
import { type RpcErrorObject, type RpcReply, toErrorObject, toMember, toReply, tryParse } from './envelope.ts'
import { toErrorWords } from './errorWords.ts'
import { isRefusal } from './refusals.ts'

/** A request with its parameters as JSON text. The text identifies the request and is sent unchanged. */
export type RpcCall = RpcRequest & { readonly paramsText: string }

/** A result, and a function that returns its text exactly as the provider wrote it. */
export type Payload = { readonly value: unknown; readonly text: () => string }

export function toCall(request: RpcRequest): RpcCall {
  const { method, params } = request
  return { method, params, paramsText: JSON.stringify(params ?? []) }
}

let lastId = 0

export function toEnvelope({ method, paramsText }: RpcCall): { readonly id: number; readonly text: string } {
  lastId = (lastId + 1) % Number.MAX_SAFE_INTEGER
  return {
    id: lastId,
    text: `{"jsonrpc":"2.0","id":${lastId},"method":${JSON.stringify(method)},"params":${paramsText}}`,
  }
}

/** Sends one JSON-RPC 2.0 request over HTTP and returns the result. @throws {EndpointError} */
export async function callRpc(endpoint: Endpoint, request: RpcRequest, signal: Cancellation): Promise<unknown> {
  return (await sendAlone(endpoint, toCall(request), signal)).value
}

/** Classifies a JSON-RPC error. Undefined if the HTTP status of the response counts more. */
export type ErrorRule = (error: RpcErrorObject, status: number) => FailureKind | undefined

const evmErrorRule: ErrorRule = (error, status) => {
  if (!isStatusDecisive(status, error)) return classifyRpcError(error)
  return status === 429 ? classifyStatus(status) : undefined
}

/** Sends one request in an HTTP exchange of its own. Writes are always sent this way. @throws {EndpointError} */
export async function sendAlone(
  endpoint: Endpoint,
  call: RpcCall,
  signal: Cancellation,
  rule?: ErrorRule,
): Promise<Payload> {
  const { id, text } = toEnvelope(call)
  const response = await exchange(endpoint, { method: 'POST', path: endpoint.path, body: text }, signal)
  return toPayload(endpoint, toReply(response.body.toString()), id, response, rule)
}

/** @throws {EndpointError} */
export function toPayload(
  endpoint: Endpoint,
  reply: RpcReply | null,
  id: number,
  response: HttpReply,
  rule: ErrorRule = evmErrorRule,
): Payload {
  const { status } = response
  const said = reply === null ? toStatedRefusal(response) : reply.error
  const kind = said === null ? undefined : rule(said, status)
  if (said !== null && kind !== undefined) {
    const { data } = said
    const code = toClientCode(said, kind)
    const [message, words] = [said.message, toErrorWords(said)].map((text) => redactMessage(text, endpoint.secrets))
    const isAsWritten = reply !== null && code === said.code
    const written = isAsWritten ? toMember(reply.body, 'error') : JSON.stringify({ ...said, code })
    const text = endpoint.secrets.reduce((kept, secret) => kept.replaceAll(secret, '…'), written)
    const details = { answer: { code, message, data, text }, ...retryAfter(response) }
    throw new EndpointError(endpoint.name, kind, `error ${said.code}: ${words}`, details)
  }
  if (!isOk(status)) throw statusError(endpoint, response)
  if (reply === null || reply.error !== null)
    throw new EndpointError(endpoint.name, 'broken', `an answer that is not JSON-RPC (${response.body.length} bytes)`)
  if (reply.id !== id && String(reply.id) !== String(id))
    throw new EndpointError(endpoint.name, 'broken', 'an answer to another request')
  return { value: reply.result, text: () => toMember(reply.body, 'result') }
}

const maxRefusalBytes = 2000

/**
 * Reads a refusal from a failed exchange whose body is not JSON-RPC. Gateways in front of nodes send such responses.
 * Null if the body contains no refusal.
 */
function toStatedRefusal({ status, body }: HttpReply): RpcErrorObject | null {
  if (isOk(status) || status === 429 || body.length > maxRefusalBytes) return null
  const text = body.toString().trim()
  const error = toErrorObject(tryParse(text) ?? text)
  return !text.startsWith('<') && isRefusal(toErrorWords(error)) ? error : null
}

export const isOk = (status: number): boolean => status >= 200 && status < 300

export function statusError(endpoint: Endpoint, response: HttpReply): EndpointError {
  const kind: FailureKind = classifyStatus(response.status)
  return new EndpointError(endpoint.name, kind, `HTTP status ${response.status}`, retryAfter(response))
}

function retryAfter({ headers }: HttpReply) {
  const retryAfterMs = toRetryAfterMs(headers['retry-after']?.toString() ?? null, Date.now())
  return retryAfterMs === undefined ? {} : { retryAfterMs }
}
