import type { WebSocket } from 'ws'
import type { ApiKey } from '../../access/keyring.ts'
import type { CallMeter } from '../../access/ledger/callMeter.ts'
import type { KeyLimits } from '../../access/limits/keyLimits.ts'
import type { GatewayLimits } from '../limits.ts'
import { callBatch, limitBatch, toBatchText } from '../rpc/batch.ts'
import { type Caller, type GatewayChain, type Reply, refuse } from '../rpc/call.ts'
import { findFault, type RpcFault, rpcCodes, toErrorText } from '../rpc/errors.ts'
import type { Policy } from '../rpc/policy.ts'
import { type RpcCall, toRpcBody } from '../rpc/request.ts'
import { createCharges } from './charges.ts'
import type { Feeds } from './feeds.ts'
import { initialSession, type SessionEvent, step } from './sessionState.ts'
import { createSubscriber } from './subscriber.ts'

export type SessionParts = {
  readonly socket: WebSocket
  readonly chain: GatewayChain
  readonly key: ApiKey
  readonly feeds: Feeds
  readonly caller: Caller
  readonly isAllowed: Policy
  readonly keyLimits: KeyLimits
  readonly meter: CallMeter
  readonly limits: GatewayLimits
}

/** Functions to call after an answer is sent. */
type Starts = (() => void)[]

/**
 * Serves JSON-RPC over one socket: every method available over HTTP, and subscriptions. JSON-RPC cannot report lost events, so a
 * socket that does not read is closed.
 */
export function openSession(parts: SessionParts): void {
  const { socket, chain, key, feeds, caller, isAllowed, keyLimits, limits } = parts
  const charges = createCharges({ ...parts, chain: chain.name })
  let state = initialSession
  const send = createSender(parts, giveUp)
  const subscriber = createSubscriber({
    feeds,
    apply,
    isOpen: (name) => state.subscriptions.get(name) === 'open',
    onEvent(text, { kind }) {
      if (charges.event(kind)) send(text)
      else giveUp(1008, 'the compute units of this month are used')
    },
    onClosing: () => socket.close(1001, 'the node is closing'),
  })

  socket.on('message', (data, isBinary) => {
    if (isBinary) return socket.close(1003, 'send JSON-RPC as text')
    const body = toRpcBody(String(data), limits)
    if (body.kind === 'faulty') return send(toErrorText('null', body.fault))
    const answering = body.kind === 'single' ? answerOne(body.call) : answerBatch(body.calls)
    answering?.catch(() => socket.close(1011, 'internal error'))
  })
  socket.on('close', subscriber.close)

  function giveUp(code: number, reason: string): void {
    subscriber.close()
    socket.close(code, reason)
  }

  function apply(event: SessionEvent): RpcFault | undefined {
    const next = step(state, event, limits)
    state = next.state
    return next.refusal
  }

  /**
   * Counts calls that begin. With too many running calls, the socket is not read, and the client's messages wait in the
   * network (backpressure).
   */
  function begin(count: number): void {
    apply({ kind: 'callsBegin', count })
    if (state.pendingCalls >= limits.pendingCalls) socket.pause()
  }

  function end(count: number, text: string | null, starts: Starts): void {
    apply({ kind: 'callsEnd', count })
    if (state.pendingCalls < limits.pendingCalls) socket.resume()
    if (text !== null) send(text)
    for (const start of starts) start()
  }

  function answerOne(call: RpcCall): void | Promise<void> {
    const limit = findFault(() => keyLimits.takeRequest(key, 'gateway'))
    if (limit !== undefined) return call.id === undefined ? undefined : send(toErrorText(call.id, limit.fault))
    begin(1)
    const starts: Starts = []
    const finish = ({ text }: Reply) => end(1, call.id === undefined ? null : text, starts)
    const reply = answer(call, starts)
    return reply instanceof Promise ? reply.then(finish) : finish(reply)
  }

  async function answerBatch(asked: readonly RpcCall[]): Promise<void> {
    const { calls } = limitBatch(keyLimits, key, asked)
    begin(calls.length)
    const starts: Starts = []
    const replies = await callBatch((_, __, call) => answer(call, starts), chain, key, calls)
    end(calls.length, toBatchText(calls, replies, limits.responseBytes), starts)
  }

  function answer(call: RpcCall, starts: Starts): Promise<Reply> | Reply {
    const isSubscription = /^eth_(?:un)?subscribe$/.test(call.method)
    if (call.fault !== undefined || !isSubscription) return caller(chain, key, call)
    const id = call.id ?? 'null'
    const denial = findDenial(call, isAllowed)
    if (denial !== null) return refuse(id, denial)
    const fault = charges.subscription(call.method)
    if (fault !== undefined) return refuse(id, fault)
    if (call.method === 'eth_unsubscribe') return subscriber.unsubscribe(id, call.params)
    const { reply, start } = subscriber.subscribe(id, call.params)
    if (start !== undefined) starts.push(start)
    return reply
  }
}

/** Returns why the policy denies a subscription, or null. A subscription to logs sends what `eth_getLogs` returns. */
function findDenial({ method, params }: RpcCall, isAllowed: Policy): RpcFault | null {
  const [kind] = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (method === 'eth_unsubscribe' || isAllowed(method, kind === 'logs' ? 'eth_getLogs' : undefined)) return null
  const name = kind === 'logs' && isAllowed(method) ? `${method} "logs"` : method
  return { code: rpcCodes.methodNotFound, message: `The method ${name} does not exist/is not available` }
}

function createSender({ socket, limits }: SessionParts, giveUp: (code: number, reason: string) => void) {
  return (text: string) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount <= limits.bufferedBytes) socket.send(text)
    else giveUp(1013, 'slow consumer: read faster or subscribe to less')
  }
}
