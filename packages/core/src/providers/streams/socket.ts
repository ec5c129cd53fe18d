import type { WebSocket } from 'ws'
import { OutriggerError } from '../../errors/outriggerError.ts'
import type { Unwatch } from '../../events/emitter.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import { recordSocket } from '../circuit/record.ts'
import { toQuantity } from '../reads/integrity.ts'
import { redactMessage } from '../redact.ts'
import { loadWebSocket } from '../wire/clients.ts'

const handshakeMs = 5000
const requestMs = 2000
const heartbeatMs = 5000
const minRetryMs = 100
const maxRetryMs = 30_000
// A full pending transaction or a header is far below this; whatever is larger is an attack on memory.
const maxPayload = 16 * 1024 * 1024

export type SocketSubscription = {
  /** Parameters of `eth_subscribe`; each is tried until the provider takes one. */
  readonly alternatives: readonly (readonly unknown[])[]
  onPush(result: unknown): void
  /** The subscription has begun, anew after each reconnect, or has been lost. */
  onChange(isLive: boolean): void
}

/** All subscriptions at one endpoint over one WebSocket, which is open while there are any. */
export type EndpointSocket = {
  readonly health: EndpointHealth
  subscribe(subscription: SocketSubscription): Unwatch
  /** Drops a connection that is of no use and makes another. */
  restart(): void
}

type Message = {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly message?: unknown } | null
  readonly params?: { readonly subscription?: unknown; readonly result?: unknown } | null
}

export class SocketRequestError extends OutriggerError {
  readonly code = 'SOCKET_REQUEST_FAILED'
  override readonly retryable = true
}

/**
 * Checks the chain id before it subscribes, since a socket may lead elsewhere than the HTTP address beside it, and
 * reconnects by itself: at once at first, then after about a quarter of the time the outage has lasted.
 */
export function createEndpointSocket(health: EndpointHealth, wsUrl: string, chainId: number | null): EndpointSocket {
  const { headers, name, secrets } = health.endpoint
  const subscriptions = new Set<SocketSubscription>()
  /** Live subscriptions by the id the provider gave them. */
  const routes = new Map<string, SocketSubscription>()
  const requests = new Map<number, (message: Message) => void>()
  let socket: WebSocket | undefined
  let isReady = false
  let lastId = 0
  let downSinceMs: number | undefined
  let retry: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined

  function request(method: string, params: readonly unknown[] = []): Promise<unknown> {
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new SocketRequestError(`${method} over the socket of ${name}: ${why}.`))
      const end = (message: Message) => {
        clearTimeout(timer)
        requests.delete(id)
        const { error } = message
        if (error === undefined || error === null) return resolve(message.result)
        fail(typeof error.message === 'string' ? redactMessage(error.message, secrets) : 'an error without words')
      }
      const timer = setTimeout(() => end({ error: { message: `no answer within ${requestMs} ms` } }), requestMs)
      requests.set(id, end)
      socket?.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  }

  async function begin(subscription: SocketSubscription, on: WebSocket | undefined): Promise<void> {
    for (const params of subscription.alternatives) {
      const id = await request('eth_subscribe', params).catch(() => undefined)
      if (on !== socket || !isReady) return
      if (typeof id !== 'string') continue
      if (!subscriptions.has(subscription)) return void request('eth_unsubscribe', [id]).catch(() => {})
      routes.set(id, subscription)
      return report(subscription, true)
    }
  }

  function report(subscription: SocketSubscription, isLive: boolean): void {
    recordSocket(health, routes.size > 0)
    subscription.onChange(isLive)
  }

  function receive(data: unknown): void {
    const message = parse(String(data))
    if (typeof message?.id === 'number') requests.get(message.id)?.(message)
    const { subscription: id, result } = message?.params ?? {}
    const subscription = typeof id === 'string' ? routes.get(id) : undefined
    if (subscription === undefined) return
    downSinceMs = undefined
    subscription.onPush(result)
  }

  async function connect(): Promise<void> {
    const options = { handshakeTimeout: handshakeMs, headers, maxPayload, perMessageDeflate: false }
    const Socket = await loadWebSocket()
    // Whoever subscribed may have left meanwhile, or have come twice.
    if (subscriptions.size === 0 || socket !== undefined) return
    const current = new Socket(wsUrl, options)
    socket = current
    let isAlive = true
    current.on('open', async () => {
      heartbeat = setInterval(() => {
        if (!isAlive) return current.terminate()
        isAlive = false
        current.ping()
      }, heartbeatMs)
      const shown = await request('eth_chainId').catch(() => undefined)
      if (current !== socket) return
      if (shown === undefined || (chainId !== null && Number(toQuantity(shown)) !== chainId)) return current.terminate()
      isReady = true
      for (const subscription of [...subscriptions]) void begin(subscription, current)
    })
    current.on('pong', () => {
      isAlive = true
    })
    current.on('message', (data) => {
      isAlive = true
      receive(data)
    })
    current.on('error', () => {})
    current.on('close', () => {
      if (current !== socket) return
      downSinceMs ??= performance.now()
      disconnect('the connection was lost')
      const outageMs = performance.now() - downSinceMs
      const delayMs = Math.min(maxRetryMs, Math.max(minRetryMs, outageMs / 4))
      // Spread out, so that not all bots of the world come back in the same moment.
      if (subscriptions.size > 0) retry = setTimeout(() => void connect(), delayMs * (0.8 + 0.4 * Math.random()))
    })
  }

  function disconnect(why: string): void {
    const lost = [...routes.values()]
    const old = socket
    socket = undefined
    isReady = false
    clearInterval(heartbeat)
    clearTimeout(retry)
    routes.clear()
    for (const end of [...requests.values()]) end({ error: { message: why } })
    old?.terminate()
    for (const subscription of lost) report(subscription, false)
  }

  return {
    health,
    subscribe(subscription) {
      subscriptions.add(subscription)
      if (subscriptions.size === 1) void connect()
      else if (isReady) void begin(subscription, socket)
      return () => {
        if (!subscriptions.delete(subscription)) return
        for (const [id, other] of routes) {
          if (other !== subscription) continue
          routes.delete(id)
          if (subscriptions.size > 0) void request('eth_unsubscribe', [id]).catch(() => {})
        }
        recordSocket(health, routes.size > 0)
        if (subscriptions.size > 0) return
        downSinceMs = undefined
        disconnect('nobody listens any more')
      }
    },
    restart() {
      downSinceMs ??= performance.now()
      socket?.terminate()
    },
  }
}

function parse(text: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}
