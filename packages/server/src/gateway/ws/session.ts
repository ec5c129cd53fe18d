import { randomBytes } from 'node:crypto'
import type { Unwatch } from '@outrigger/core'
import type { WebSocket } from 'ws'
import type { ApiKey } from '../../access/keyring.ts'
import type { Meter } from '../../access/meter.ts'
import type { ContractError } from '../../node/contractError.ts'
import type { GatewayAuth } from '../gatewayAuth.ts'
import { callBatch, toBatchText } from '../rpc/batch.ts'
import { type Caller, type GatewayChain, type Reply, refuse, toReply, toResultText } from '../rpc/call.ts'
import { type RpcFault, rpcCodes, toErrorText } from '../rpc/errors.ts'
import { eventCost } from '../rpc/methodClass.ts'
import { type RpcCall, toRpcBody } from '../rpc/request.ts'
import type { GatewayLimits } from '../settings.ts'
import type { Feeds } from './feeds.ts'
import { toSubscriptionKind } from './subscription.ts'

export type SessionParts = {
  readonly socket: WebSocket
  readonly chain: GatewayChain
  readonly key: ApiKey
  readonly feeds: Feeds
  readonly caller: Caller
  readonly gate: GatewayAuth
  readonly meter: Meter
  readonly limits: GatewayLimits
}

/**
 * JSON-RPC over one socket: every method as over HTTP, and subscriptions. JSON-RPC has no word for lost events, so a
 * socket that does not read is closed and not thinned out.
 */
export function openSession({ socket, chain, key, feeds, caller, gate, meter, limits }: SessionParts): void {
  const subscriptions = new Map<string, Unwatch>()
  let pending = 0

  socket.on('message', (data, isBinary) => {
    if (isBinary) return socket.close(1003, 'send JSON-RPC as text')
    const asked = toRpcBody(String(data), limits)
    if (asked.kind === 'faulty') return send(toErrorText('null', asked.fault))
    const answering = asked.kind === 'single' ? answerOne(asked.call) : answerBatch(asked.calls)
    answering?.catch(() => socket.close(1011, 'internal error'))
  })
  socket.on('close', stopAll)

  function send(text: string): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount <= limits.bufferedBytes) return void socket.send(text)
    stopAll()
    socket.close(1013, 'slow consumer: read faster or subscribe to less')
  }

  function stopAll(): void {
    for (const stop of subscriptions.values()) stop()
    subscriptions.clear()
  }

  /** Why calls may not start now. */
  function findObstacle(count: number): RpcFault | null {
    if (pending + count > limits.pendingCalls) {
      const message = `More than ${limits.pendingCalls} calls are under way on this socket. Wait for answers.`
      return { code: rpcCodes.limitExceeded, message }
    }
    try {
      gate.take(key, count)
      return null
    } catch (error) {
      const { code, message, details, retryAfterSeconds } = error as ContractError
      const data = { code, ...details, retry_after_seconds: retryAfterSeconds }
      return { code: rpcCodes.limitExceeded, message, data }
    }
  }

  function answerOne(call: RpcCall): void | Promise<void> {
    const obstacle = findObstacle(1)
    if (obstacle !== null) {
      if (call.id !== undefined) send(toErrorText(call.id, obstacle))
      return
    }
    const begin: (() => void)[] = []
    const reply = answer(call, begin)
    if (!(reply instanceof Promise)) return finish(call.id === undefined ? null : reply.text, begin)
    pending += 1
    return reply.then(({ text }) => {
      pending -= 1
      finish(call.id === undefined ? null : text, begin)
    })
  }

  function finish(text: string | null, begin: readonly (() => void)[]): void {
    if (text !== null) send(text)
    for (const start of begin) start()
  }

  async function answerBatch(calls: readonly RpcCall[]): Promise<void> {
    const obstacle = findObstacle(calls.length)
    if (obstacle !== null) return send(toErrorText('null', obstacle))
    pending += calls.length
    const begin: (() => void)[] = []
    const replies = await callBatch((_, __, call) => answer(call, begin), chain, key, calls)
    pending -= calls.length
    finish(toBatchText(calls, replies, limits.responseBytes), begin)
  }

  /** What `begin` gathers starts when the answer is out: an event must not come before its subscription's id. */
  function answer(call: RpcCall, begin: (() => void)[]): Promise<Reply> | Reply {
    if (call.fault !== undefined || !/^eth_(?:un)?subscribe$/.test(call.method)) return caller(chain, key, call)
    const id = call.id ?? 'null'
    meter.count(key.id, { chain: chain.name, class: 'info', outcome: 'ok', cached: false }, 5)
    if (call.method === 'eth_unsubscribe') return unsubscribe(id, call.params)
    const wanted = toSubscriptionKind(call.params)
    if (typeof wanted === 'string') return refuse(id, { code: rpcCodes.invalidParams, message: wanted })
    if (subscriptions.size >= limits.subscriptions) {
      const message = `This socket has ${limits.subscriptions} subscriptions, the most it may. Unsubscribe first.`
      return refuse(id, { code: rpcCodes.limitExceeded, message })
    }
    const name = `0x${randomBytes(16).toString('hex')}`
    subscriptions.set(name, () => {})
    begin.push(() => {
      if (!subscriptions.has(name)) return
      const head = `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${name}","result":`
      const receive = (result: string) => {
        meter.count(key.id, { chain: chain.name, class: 'event', outcome: 'ok', cached: false }, eventCost)
        send(`${head}${result}}}`)
      }
      try {
        subscriptions.set(name, feeds.join(wanted, receive))
      } catch {
        // The pool is closing, and with it the node.
        socket.close(1001, 'the node is closing')
      }
    })
    return toReply(toResultText(id, `"${name}"`))
  }

  function unsubscribe(id: string, params: unknown): Reply {
    const [name] = Array.isArray(params) ? (params as readonly unknown[]) : []
    const stop = typeof name === 'string' ? subscriptions.get(name) : undefined
    // In the words of geth.
    if (stop === undefined) return refuse(id, { code: rpcCodes.notFound, message: 'subscription not found' })
    subscriptions.delete(String(name))
    stop()
    return toReply(toResultText(id, 'true'))
  }
}
