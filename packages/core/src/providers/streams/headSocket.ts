import type { Unwatch } from '../../events/emitter.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import type { Head } from '../poolTypes.ts'
import { toHead } from './head.ts'
import type { EndpointSocket } from './socket.ts'

export type HeadSocketOptions = {
  readonly socket: EndpointSocket
  readonly dispatcher: Dispatcher
  readonly tipNumber: () => bigint
  readonly onHead: (head: Head) => void
  /** Called when the socket starts to push. */
  readonly onLive: (provider: string) => void
  /** Called when the last head of the provider no longer counts. */
  readonly onLost: (provider: string) => void
}

/** The subscription to new heads at one endpoint. */
export class HeadSocket {
  readonly #options: HeadSocketOptions
  readonly #unsubscribe: Unwatch
  #isLive = false
  #pushedAtMs = 0
  #number = -1n

  constructor(options: HeadSocketOptions) {
    this.#options = options
    this.#unsubscribe = options.socket.subscribe({
      alternatives: [['newHeads']],
      onChange: (isLive) => this.#onChange(isLive),
      onPush: (raw) => this.#onPush(raw),
    })
  }

  get isLive(): boolean {
    return this.#isLive
  }

  /** Reconnects if other providers have shown blocks that this provider has not pushed. */
  restartIfSilent(tipNumber: bigint, blockTimeMs: number, nowMs: number): void {
    const isSilent = nowMs - this.#pushedAtMs > Math.max(1000, 3 * blockTimeMs)
    if (this.#isLive && isSilent && tipNumber > this.#number + 1n) this.#options.socket.restart()
  }

  stop(): void {
    this.#unsubscribe()
  }

  #onChange(isLive: boolean): void {
    const { socket, tipNumber, onLive, onLost } = this.#options
    const { name } = socket.health.endpoint
    this.#isLive = isLive
    this.#pushedAtMs = performance.now()
    this.#number = tipNumber()
    if (isLive) onLive(name)
    else onLost(name)
  }

  #onPush(raw: unknown): void {
    const { socket, dispatcher, onHead, onLost } = this.#options
    const { health } = socket
    const { name } = health.endpoint
    const head = toHead(raw, name)
    if (head === null || health.verified !== true) return
    try {
      dispatcher.observeHead(health, head.number)
    } catch {
      return
    }
    this.#pushedAtMs = performance.now()
    this.#number = head.number
    if (health.circuit.isOpen) dispatcher.prober.probeSoon(health)
    // Old blocks of an endpoint that has fallen behind are not a reorganization.
    if (dispatcher.isLagging(health)) onLost(name)
    else onHead(head)
  }
}
