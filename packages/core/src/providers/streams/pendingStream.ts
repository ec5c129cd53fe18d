import { setMaxListeners } from 'node:events'
import { OutriggerError } from '../../errors/outriggerError.ts'
import { callSafely } from '../../events/callSafely.ts'
import type { Unwatch } from '../../events/emitter.ts'
import { retry } from '../../time/retry.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import type { PendingOptions, PendingTransaction, ProviderPool } from '../poolTypes.ts'
import type { AskOne } from './askOne.ts'
import { PendingFallback } from './pendingFallback.ts'
import { PendingNews } from './pendingNews.ts'
import type { createPendingPoll } from './pendingPoll.ts'
import { getPendingSnapshot } from './pendingSnapshot.ts'
import type { EndpointSocket, SocketSubscription } from './socket.ts'

const snapshotRetry = { tries: 5, minDelayMs: 500 }
const whole = [
  ['newPendingTransactions', true],
  // Providers that speak it show whole transactions; others refuse it.
  ['alchemy_pendingTransactions', { hashesOnly: false }],
] as const

type Listener = (transaction: PendingTransaction) => void

export type PendingStreamOptions = {
  readonly poll: ReturnType<typeof createPendingPoll>
  readonly send: ProviderPool['send']
  readonly askOne: AskOne
  readonly sockets: readonly EndpointSocket[]
}

class MissingSnapshotError extends OutriggerError {
  readonly code = 'MISSING_SNAPSHOT'
}

/** Pending transactions of all providers, once each, from one subscription for all listeners. */
export class PendingStream {
  readonly #options: PendingStreamOptions
  readonly #news: PendingNews
  readonly #fallback: PendingFallback
  /** Sockets that push. */
  readonly #live = new Set<EndpointSocket>()
  #lifetime = createLifetime()
  #leave: Unwatch[] = []
  #wantsWholes = false
  #wasLive = false
  /** Whether some provider is listened to, and who waits for that. */
  #hasBegun = false
  readonly #waiting = new Set<() => void>()

  constructor(options: PendingStreamOptions) {
    this.#options = options
    this.#news = new PendingNews(options.send)
    this.#fallback = new PendingFallback(options.sockets.length > 0, () =>
      options.poll({
        onPending: (raw, provider) => this.#news.show(raw, provider),
        onListening: () => this.#begin(),
        onBegin: (health, isFirst) => {
          if (!isFirst || this.#wasLive || this.#news.sightings.size > 0) this.#fill(health)
        },
      }),
    )
  }

  watch(onTransaction: Listener, { full = false, onSighting, onBegin }: PendingOptions = {}): Unwatch {
    const { hashes, wholes, sightings } = this.#news
    const off = (full ? wholes : hashes).add(onTransaction)
    const offSightings = onSighting && sightings.add(onSighting)
    this.#adapt()
    // Other providers are asked for what is pending when their socket subscribes.
    if (onSighting !== undefined) for (const { health } of this.#live) this.#fill(health)
    // A function of its own for each call.
    const begin = () => onBegin?.()
    this.#waiting.add(begin)
    if (this.#hasBegun) this.#begin()
    return () => {
      off()
      this.#waiting.delete(begin)
      offSightings?.()
      this.#adapt()
    }
  }

  close(): void {
    this.#news.hashes.clear()
    this.#news.wholes.clear()
    this.#news.sightings.clear()
    this.#adapt()
  }

  /** Subscribes in the form that is wanted now: hashes, or whole transactions. */
  #adapt(): void {
    const { hashes, wholes } = this.#news
    const size = hashes.size + wholes.size
    const isStarted = this.#leave.length > 0 || this.#fallback.isStarted
    if (isStarted && size > 0 && this.#wantsWholes === wholes.size > 0) return
    this.#wantsWholes = wholes.size > 0
    const old = this.#leave
    const { sockets } = this.#options
    this.#leave = size === 0 ? [] : sockets.map((socket) => socket.subscribe(this.#toSubscription(socket)))
    for (const unsubscribe of old) unsubscribe()
    this.#live.clear()
    this.#hasBegun &&= this.#fallback.isPolling
    if (size === 0) this.#end()
    else this.#startFallback()
  }

  #toSubscription(socket: EndpointSocket): SocketSubscription {
    const { health } = socket
    let hasGap = this.#live.has(socket)
    return {
      alternatives: [...(this.#wantsWholes ? whole : []), ['newPendingTransactions']],
      onPush: (raw) => {
        if (health.verified !== false) this.#news.show(raw, health.endpoint.name)
      },
      onChange: (isLive) => {
        if (!isLive) {
          this.#live.delete(socket)
          if (this.#live.size === 0) this.#startFallback()
          return
        }
        if (hasGap || this.#fallback.isPolling || this.#news.sightings.size > 0) this.#fill(health)
        this.#live.add(socket)
        hasGap = true
        this.#wasLive = true
        this.#begin()
        this.#fallback.stop()
      },
    }
  }

  #begin(): void {
    this.#hasBegun = true
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const begin of waiting) callSafely(begin, undefined)
  }

  #startFallback(): void {
    this.#fallback.start(() => this.#live.size > 0)
  }

  /** Shows what became pending at a provider while nothing listened to it. */
  #fill(health: EndpointHealth): void {
    const { signal } = this.#lifetime
    const { name } = health.endpoint
    const show = async () => {
      const ask = (method: string, params: readonly unknown[]) => this.#options.askOne(health, method, params, signal)
      const snapshot = await getPendingSnapshot(ask)
      signal.throwIfAborted()
      if (snapshot === null) throw new MissingSnapshotError(`${name} does not show its pending transactions.`)
      for (const raw of snapshot.pending) this.#news.show(raw, name)
      for (const raw of snapshot.queued) this.#news.show(raw, name, true)
    }
    retry(show, { ...snapshotRetry, signal }).catch(() => {})
  }

  #end(): void {
    this.#lifetime.abort()
    this.#lifetime = createLifetime()
    this.#fallback.reset()
    this.#wasLive = false
    this.#hasBegun = false
    this.#news.reset()
  }
}

/** Every snapshot under way listens for the end; that is not a leak. */
function createLifetime(): AbortController {
  const lifetime = new AbortController()
  setMaxListeners(0, lifetime.signal)
  return lifetime
}
