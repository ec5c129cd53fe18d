import type { WebSocket } from 'ws'
import type { ApiKey } from '../../access/keyring.ts'
import type { Meter } from '../../access/meter.ts'
import type { ServiceError } from '../../node/serviceError.ts'
import type { CallLimits } from '../callLimits.ts'
import { callBatch, toBatchText } from '../rpc/batch.ts'
import type { Caller, GatewayChain, Reply } from '../rpc/call.ts'
import { type RpcFault, rpcCodes, toErrorText } from '../rpc/errors.ts'
import { eventCost } from '../rpc/methodClass.ts'
import { type RpcCall, toRpcBody } from '../rpc/request.ts'
import type { GatewayLimits } from '../settings.ts'
import type { Feeds } from './feeds.ts'
import { initialSession, type SessionEvent, step } from './sessionState.ts'
import { createSubscriber } from './subscriber.ts'

export type SessionParts = {
  readonly socket: WebSocket
  readonly chain: GatewayChain
  readonly key: ApiKey
  readonly feeds: Feeds
  readonly caller: Caller
  readonly callLimits: CallLimits
  readonly meter: Meter
  readonly limits: GatewayLimits
}

/** What is to be started when an answer is out. */
type Starts = (() => void)[]

/**
 * JSON-RPC over one socket: every method as over HTTP, and subscriptions. JSON-RPC cannot tell of lost events, so a socket
 * that does not read is closed.
 */
export function openSession({ socket, chain, key, feeds, caller, callLimits, meter, limits }: SessionParts): void {
  let state = initialSession
  const subscriber = createSubscriber({
    feeds,
    apply,
    isOpen: (name) => state.subscriptions.get(name) === 'open',
    onEvent(text) {
      meter.count(key.id, { chain: chain.name, class: 'event', outcome: 'ok', cached: false }, eventCost)
      send(text)
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

  function apply(event: SessionEvent): RpcFault | undefined {
    const next = step(state, event, limits)
    state = next.state
    return next.refusal
  }

  function send(text: string): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount <= limits.bufferedBytes) return void socket.send(text)
    subscriber.close()
    socket.close(1013, 'slow consumer: read faster or subscribe to less')
  }

  /** Begins calls; the fault says why they may not begin now. */
  function begin(count: number): RpcFault | undefined {
    const refusal = apply({ kind: 'callsBegin', count })
    if (refusal !== undefined) return refusal
    const fault = toLimitFault(() => callLimits.take(key, count))
    if (fault !== undefined) apply({ kind: 'callsEnd', count })
    return fault
  }

  function end(count: number, text: string | null, starts: Starts): void {
    apply({ kind: 'callsEnd', count })
    if (text !== null) send(text)
    for (const start of starts) start()
  }

  function answerOne(call: RpcCall): void | Promise<void> {
    const refusal = begin(1)
    if (refusal !== undefined) return call.id === undefined ? undefined : send(toErrorText(call.id, refusal))
    const starts: Starts = []
    const finish = ({ text }: Reply) => end(1, call.id === undefined ? null : text, starts)
    const reply = answer(call, starts)
    return reply instanceof Promise ? reply.then(finish) : finish(reply)
  }

  async function answerBatch(calls: readonly RpcCall[]): Promise<void> {
    const refusal = begin(calls.length)
    if (refusal !== undefined) return send(toErrorText('null', refusal))
    const starts: Starts = []
    const replies = await callBatch((_, __, call) => answer(call, starts), chain, key, calls)
    end(calls.length, toBatchText(calls, replies, limits.responseBytes), starts)
  }

  function answer(call: RpcCall, starts: Starts): Promise<Reply> | Reply {
    if (call.fault !== undefined || !/^eth_(?:un)?subscribe$/.test(call.method)) return caller(chain, key, call)
    const id = call.id ?? 'null'
    meter.count(key.id, { chain: chain.name, class: 'info', outcome: 'ok', cached: false }, 5)
    if (call.method === 'eth_unsubscribe') return subscriber.unsubscribe(id, call.params)
    const { reply, start } = subscriber.subscribe(id, call.params)
    if (start !== undefined) starts.push(start)
    return reply
  }
}

function toLimitFault(take: () => void): RpcFault | undefined {
  try {
    take()
    return undefined
  } catch (error) {
    const { code, message, details, retryAfterSeconds } = error as ServiceError
    const data = { code, ...details, retry_after_seconds: retryAfterSeconds }
    return { code: rpcCodes.limitExceeded, message, data }
  }
}
