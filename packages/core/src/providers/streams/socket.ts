import type { WebSocket } from 'ws'
import type { Unwatch } from '../../events/emitter.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import { recordSocket } from '../circuit/recordOutcome.ts'
import { toQuantity } from '../reads/integrity.ts'
import { loadSocketOpener } from './openSocket.ts'
import { computeReconnectDelayMs } from './reconnectDelay.ts'
import { parseMessage, SocketRequests } from './socketRequests.ts'

export type SocketSubscription = {
  /** Parameters of `eth_subscribe`, tried in order until the provider accepts one. */
  readonly alternatives: readonly (readonly unknown[])[]
  onPush(result: unknown): void
  /** Called when the subscription has started (also after each reconnect), or was lost. */
  onChange(isLive: boolean): void
}

/**
 * All subscriptions to one endpoint over one WebSocket, which is open while there are subscriptions. It reconnects
 * automatically. Checks the chain id before it subscribes, because the socket may lead to another node than the HTTP
 * address.
 */
export class EndpointSocket {
  readonly health: EndpointHealth
  readonly #wsUrl: string
  readonly #chainId: number | null
  readonly #requests: SocketRequests
  readonly #subscriptions = new Set<SocketSubscription>()
  /** Live subscriptions by the provider's subscription id. */
  readonly #routes = new Map<string, SocketSubscription>()
  #socket: WebSocket | undefined
  /** Whether the socket is open and on the right chain. */
  #isReady = false
  #downSinceMs: number | undefined
  #retry: NodeJS.Timeout | undefined

  constructor(health: EndpointHealth, wsUrl: string, chainId: number | null) {
    this.health = health
    this.#wsUrl = wsUrl
    this.#chainId = chainId
    this.#requests = new SocketRequests(health.endpoint, (text) => this.#socket?.send(text))
  }

  subscribe(subscription: SocketSubscription): Unwatch {
    this.#subscriptions.add(subscription)
    if (this.#subscriptions.size === 1) void this.#connect()
    else if (this.#isReady) void this.#begin(subscription, this.#socket)
    return () => this.#unsubscribe(subscription)
  }

  /** Replaces a useless connection. */
  restart(): void {
    this.#downSinceMs ??= performance.now()
    this.#socket?.terminate()
  }

  async #connect(): Promise<void> {
    const open = await loadSocketOpener(this.health.endpoint, this.#wsUrl)
    // All subscribers may have left meanwhile, or another call may have connected.
    if (this.#subscriptions.size === 0 || this.#socket !== undefined) return
    const socket = open({
      onOpen: () => void this.#onOpen(socket),
      onMessage: (text) => this.#onMessage(text),
      onClose: () => this.#onClose(socket),
    })
    this.#socket = socket
  }

  async #onOpen(socket: WebSocket): Promise<void> {
    const shown = await this.#requests.send('eth_chainId').catch(() => undefined)
    if (socket !== this.#socket) return
    const isOtherChain = this.#chainId !== null && Number(toQuantity(shown)) !== this.#chainId
    if (shown === undefined || isOtherChain) return socket.terminate()
    this.#isReady = true
    for (const subscription of [...this.#subscriptions]) void this.#begin(subscription, socket)
  }

  #onMessage(text: string): void {
    const message = parseMessage(text)
    if (message === undefined) return
    this.#requests.receive(message)
    const { subscription: id, result } = message.params ?? {}
    const subscription = typeof id === 'string' ? this.#routes.get(id) : undefined
    if (subscription === undefined) return
    this.#downSinceMs = undefined
    subscription.onPush(result)
  }

  #onClose(socket: WebSocket): void {
    if (socket !== this.#socket) return
    this.#downSinceMs ??= performance.now()
    this.#disconnect('the connection was lost')
    if (this.#subscriptions.size === 0) return
    const delayMs = computeReconnectDelayMs(performance.now() - this.#downSinceMs, Math.random())
    this.#retry = setTimeout(() => void this.#connect(), delayMs)
  }

  async #begin(subscription: SocketSubscription, socket: WebSocket | undefined): Promise<void> {
    for (const params of subscription.alternatives) {
      const id = await this.#requests.send('eth_subscribe', params).catch(() => undefined)
      if (socket !== this.#socket || !this.#isReady) return
      if (typeof id !== 'string') continue
      if (!this.#subscriptions.has(subscription)) return this.#forget(id)
      this.#routes.set(id, subscription)
      return this.#report(subscription, true)
    }
  }

  #unsubscribe(subscription: SocketSubscription): void {
    if (!this.#subscriptions.delete(subscription)) return
    for (const [id, other] of this.#routes) {
      if (other !== subscription) continue
      this.#routes.delete(id)
      if (this.#subscriptions.size > 0) this.#forget(id)
    }
    recordSocket(this.health, this.#routes.size > 0)
    if (this.#subscriptions.size > 0) return
    this.#downSinceMs = undefined
    this.#disconnect('no subscription is left')
  }

  #forget(id: string): void {
    this.#requests.send('eth_unsubscribe', [id]).catch(() => {})
  }

  #report(subscription: SocketSubscription, isLive: boolean): void {
    recordSocket(this.health, this.#routes.size > 0)
    subscription.onChange(isLive)
  }

  #disconnect(why: string): void {
    const lost = [...this.#routes.values()]
    const socket = this.#socket
    this.#socket = undefined
    this.#isReady = false
    clearTimeout(this.#retry)
    this.#routes.clear()
    this.#requests.failAll(why)
    socket?.terminate()
    for (const subscription of lost) this.#report(subscription, false)
  }
}
