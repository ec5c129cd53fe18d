import type { ApiKey } from '../../access/keyring.ts'
import type { KeyLimits } from '../../access/limits/keyLimits.ts'
import type { GatewayLimits } from '../../gateway/limits.ts'
import { callBatch, limitBatch, summarise, toBatchText } from '../../gateway/rpc/batch.ts'
import type { Caller, GatewayChain, Reply } from '../../gateway/rpc/call.ts'
import { toErrorText } from '../../gateway/rpc/errors.ts'
import { type RpcCall, toRpcBody } from '../../gateway/rpc/request.ts'
import { type Exchange, sendError } from './exchange.ts'

type Parts = { readonly keyLimits: KeyLimits; readonly caller: Caller; readonly limits: GatewayLimits }

/**
 * Handles `POST /{chain}/rpc`. JSON-RPC errors have status 200, as nodes send them. The status is 503 only if no provider
 * responds,
 * so that a load balancer tries another node.
 */
export function createRpcHandler({ keyLimits, caller, limits }: Parts) {
  /** @throws {ThroughputExceededError} */
  return (exchange: Exchange, chain: GatewayChain, key: ApiKey, body: string): void => {
    const asked = toRpcBody(body, limits)
    if (asked.kind === 'faulty') return void exchange.send(200, toErrorText('null', asked.fault))
    if (asked.kind === 'batch') {
      const { calls, refusal } = limitBatch(keyLimits, key, asked.calls)
      if (refusal !== undefined) throw refusal
      return void sendBatch(exchange, chain, key, calls)
    }
    keyLimits.takeRequest(key, 'gateway')
    const reply = caller(chain, key, asked.call)
    if (reply instanceof Promise) void reply.then((late) => sendReply(exchange, asked.call, late))
    else sendReply(exchange, asked.call, reply)
  }

  async function sendBatch(exchange: Exchange, chain: GatewayChain, key: ApiKey, calls: readonly RpcCall[]) {
    const replies = await callBatch(caller, chain, key, calls)
    const text = toBatchText(calls, replies, limits.responseBytes)
    exchange.send(text === null ? 204 : 200, text, toHeaders(summarise(replies)))
  }
}

function sendReply(exchange: Exchange, call: RpcCall, reply: Reply): void {
  const { trouble } = reply
  const headers = toHeaders({ ...reply, cache: reply.cached ? 'hit' : 'miss' })
  if (reply.unconfirmed) headers.push('x-outrigger-unconfirmed', 'true')
  if (typeof trouble === 'object') return void sendError(exchange, trouble)
  // A notification is executed but not answered.
  if (call.id === undefined) exchange.send(204, null, headers)
  else exchange.send(trouble === 'unavailable' ? 503 : 200, reply.text, headers, reply.bytes)
}

type Origin = Pick<Reply, 'provider' | 'attempts' | 'ageMs' | 'cu'> & { readonly cache: string }

function toHeaders({ provider, attempts, cache, ageMs, cu }: Origin): string[] {
  const charge = cu === 0 ? [] : ['x-outrigger-compute-units', String(cu)]
  if (provider === null) return charge
  return [
    'x-outrigger-provider',
    provider,
    'x-outrigger-attempts',
    String(attempts),
    'x-outrigger-cache',
    cache,
    'x-outrigger-age',
    String(Math.round(ageMs)),
    ...charge,
  ]
}
