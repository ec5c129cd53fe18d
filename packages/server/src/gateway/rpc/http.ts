import { TierTooLowError } from '../../access/accessErrors.ts'
import type { ApiKey } from '../../access/keyring.ts'
import { ContractError } from '../../contract/errors.ts'
import { type Exchange, readBody, sendError, sendJson } from '../exchange.ts'
import type { Gate } from '../gate.ts'
import type { GatewayLimits } from '../settings.ts'
import { callBatch, summarise, toBatchText } from './batch.ts'
import type { Caller, GatewayChain, Reply } from './call.ts'
import { toErrorText } from './errors.ts'
import { type RpcCall, toRpcBody } from './request.ts'

type Parts = { readonly gate: Gate; readonly caller: Caller; readonly limits: GatewayLimits }

/**
 * `POST /{chain}/rpc`. What JSON-RPC has a word for is answered with 200, as nodes do; 503 with a JSON-RPC error in
 * the body says that no provider answered, so that a balancer in front tries elsewhere.
 */
export function createRpcHandler({ gate, caller, limits }: Parts) {
  return (exchange: Exchange, chain: GatewayChain, key: ApiKey): void =>
    readBody(exchange, limits.bodyBytes, (body) => {
      if (body instanceof ContractError) return sendError(exchange, body)
      const asked = toRpcBody(body.toString(), limits)
      if (asked.kind === 'faulty') return sendJson(exchange, 200, toErrorText('null', asked.fault))
      const calls = asked.kind === 'batch' ? asked.calls : [asked.call]
      try {
        gate.take(key, calls.length)
      } catch (error) {
        return sendError(exchange, error as ContractError)
      }
      if (asked.kind === 'batch') return void sendBatch(exchange, chain, key, calls)
      const reply = caller(chain, key, asked.call)
      if (reply instanceof Promise) void reply.then((settled) => sendReply(exchange, asked.call, settled))
      else sendReply(exchange, asked.call, reply)
    })

  async function sendBatch(exchange: Exchange, chain: GatewayChain, key: ApiKey, calls: readonly RpcCall[]) {
    const replies = await callBatch(caller, chain, key, calls)
    const { provider, attempts, cache, ageMs } = summarise(replies)
    const text = toBatchText(calls, replies, limits.responseBytes)
    const headers = toHeaders(provider, attempts, cache, ageMs)
    if (text === null) sendNothing(exchange, headers)
    else sendJson(exchange, 200, text, headers)
  }
}

function sendReply(exchange: Exchange, call: RpcCall, reply: Reply): void {
  const { provider, attempts, cached, ageMs, trouble } = reply
  const headers = toHeaders(provider, attempts, cached ? 'hit' : 'miss', ageMs)
  if (typeof trouble === 'object') return void sendError(exchange, new TierTooLowError(trouble.requiredTier))
  if (call.id === undefined) return void sendNothing(exchange, headers)
  sendJson(exchange, trouble === 'unavailable' ? 503 : 200, reply.text, headers)
}

/** A notification is carried out and not answered. */
function sendNothing(exchange: Exchange, headers: readonly string[]): void {
  exchange.response.writeHead(204, ['x-request-id', exchange.requestId, ...headers]).end()
  exchange.onAnswered(exchange, 204)
}

function toHeaders(provider: string | null, attempts: number, cache: string, ageMs: number): string[] {
  if (provider === null) return []
  return [
    'x-outrigger-provider',
    provider,
    'x-outrigger-attempts',
    String(attempts),
    'x-outrigger-cache',
    cache,
    'x-outrigger-age',
    String(Math.round(ageMs)),
  ]
}
