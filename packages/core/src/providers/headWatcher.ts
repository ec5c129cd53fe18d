import WebSocket from 'ws'
import type { Unwatch } from '../events/emitter.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { EndpointHealth } from './health.ts'
import { toQuantity } from './integrity.ts'
import type { Head, ProviderPool } from './poolTypes.ts'

const maxReconnectMs = 30_000
const handshakeMs = 5000
// Heads are a few kilobytes; whatever is larger is not one.
const maxPayload = 1024 * 1024

/** One stream of heads per pool, shared by all who watch: sockets to every endpoint that has one, polling beside them. */
export type HeadWatcher = { watch(onHead: (head: Head) => void): Unwatch }

export function createHeadWatcher(pool: ProviderPool, dispatcher: Dispatcher): HeadWatcher {
  const listeners = new Set<(head: Head) => void>()
  let stop: (() => void) | undefined
  let last: Head | undefined

  /** Passes a head on once, whoever shows it first; a different block at the same height is a new head. */
  function accept(raw: unknown, endpoint: string): void {
    const head = toHead(raw, endpoint)
    if (head === null || head.hash === last?.hash) return
    const behind = last !== undefined && head.number < last.number && head.endpoint !== last.endpoint
    // Unless the last one was above all that the endpoints now show: then it was a false one.
    if (behind && (last?.number ?? 0n) <= (dispatcher.referenceHead() ?? 0n)) return
    last = head
    for (const listener of listeners) listener(head)
  }

  function start(): () => void {
    const sockets = dispatcher.healths.map((health) => watchSocket(health))
    // Fast enough to notice a silent socket within a block or so, and to be the source where there is none.
    const pollMs = Math.min(1500, Math.max(500, pool.chain.blockTimeMs / 2))
    const poll = () =>
      pool.send({ method: 'eth_getBlockByNumber', params: ['latest', false] }).then(
        ({ result, endpoint }) => accept(result, endpoint),
        () => {},
      )
    const timer = setInterval(() => void poll(), pollMs).unref()
    void poll()
    return () => {
      clearInterval(timer)
      for (const close of sockets) close()
    }
  }

  function isCredible(health: EndpointHealth, number: bigint): boolean {
    try {
      dispatcher.observeHead(health, number)
      return true
    } catch {
      return false
    }
  }

  function watchSocket(health: EndpointHealth): () => void {
    const { wsUrl, headers } = health.endpoint
    let socket: WebSocket | undefined
    let retryMs = 500
    let timer: NodeJS.Timeout | undefined
    let closed = false
    if (wsUrl === null) return () => {}

    const connect = () => {
      socket = new WebSocket(wsUrl, { handshakeTimeout: handshakeMs, headers, maxPayload, perMessageDeflate: false })
      const ask = (id: number, method: string, params: readonly string[] = []) =>
        socket?.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      // A socket may lead elsewhere than the HTTP address beside it.
      socket.on('open', () => ask(chainIdRequest, 'eth_chainId'))
      socket.on('message', (data) => {
        const message = parse(String(data))
        if (message?.id === chainIdRequest) {
          const isRightChain = Number(toQuantity(message.result)) === pool.chain.chainId
          return isRightChain ? ask(subscribeRequest, 'eth_subscribe', ['newHeads']) : socket?.close()
        }
        if (message?.id === subscribeRequest) health.socket = message.error === undefined
        if (message?.method !== 'eth_subscription') return
        retryMs = 500
        const raw = message.params?.result
        const number = toQuantity((raw as { number?: unknown } | undefined)?.number)
        // Verified endpoints only: an unverified one may be on another chain.
        if (number === null || health.verified !== true) return
        if (!isCredible(health, number)) return
        if (health.lag === 0n) accept(raw, health.endpoint.name)
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        health.socket = false
        if (closed) return
        timer = setTimeout(connect, retryMs).unref()
        retryMs = Math.min(maxReconnectMs, retryMs * 2)
      })
    }
    connect()
    return () => {
      closed = true
      health.socket = false
      clearTimeout(timer)
      socket?.terminate()
    }
  }

  const end = () => {
    stop?.()
    stop = undefined
    last = undefined
  }
  dispatcher.signal.addEventListener('abort', () => {
    listeners.clear()
    end()
  })

  return {
    watch(onHead) {
      dispatcher.signal.throwIfAborted()
      listeners.add(onHead)
      stop ??= start()
      return () => {
        listeners.delete(onHead)
        if (listeners.size === 0) end()
      }
    },
  }
}

const chainIdRequest = 1
const subscribeRequest = 2

type SocketMessage = {
  id?: unknown
  result?: unknown
  error?: unknown
  method?: unknown
  params?: { result?: unknown }
}

function parse(text: string): SocketMessage | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}

function toHead(raw: unknown, endpoint: string): Head | null {
  if (typeof raw !== 'object' || raw === null) return null
  const { number, hash, parentHash, timestamp } = raw as Record<string, unknown>
  const [height, seconds] = [toQuantity(number), toQuantity(timestamp)]
  if (height === null || seconds === null || typeof hash !== 'string' || typeof parentHash !== 'string') return null
  return {
    number: height,
    hash: hash as Head['hash'],
    parentHash: parentHash as Head['hash'],
    timestamp: seconds,
    endpoint,
  }
}
