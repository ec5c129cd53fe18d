import { setMaxListeners } from 'node:events'
import { OutriggerError } from '../../errors/outriggerError.ts'
import { callSafely } from '../../events/callSafely.ts'
import type { Unwatch } from '../../events/emitter.ts'
import { retry } from '../../time/retry.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import type { PendingOptions, PendingTransaction, ProviderPool } from '../poolTypes.ts'
import type { CallOne } from './callOne.ts'
import { PendingFallback } from './pendingFallback.ts'
import { PendingNews } from './pendingNews.ts'
import type { createPendingPoll } from './pendingPoll.ts'
import { getPendingSnapshot } from './pendingSnapshot.ts'
import type { EndpointSocket, SocketSubscription } from './socket.ts'

const snapshotRetry = { tries: 5, minDelayMs: 500 }
const whole = [
  ['newPendingTransactions', true],
  // Providers with this method show whole transactions. Others reject it.
  ['alchemy_pendingTransactions', { hashesOnly: false }],
] as const

type Listener = (transaction: PendingTransaction) => void

export type PendingStreamOptions = {
  readonly poll: ReturnType<typeof createPendingPoll>
  readonly send: ProviderPool['send']
  readonly callOne: CallOne
  readonly sockets: readonly EndpointSocket[]
}

class MissingSnapshotError extends OutriggerError {
  readonly code = 'MISSING_SNAPSHOT'
}

/** Reports the pending transactions of all providers once each, with one subscription for all listeners. */
export class PendingStream {
  readonly #options: PendingStreamOptions
  readonly #news: PendingNews
  readonly #fallback: PendingFallback
  /** Sockets that are subscribed. */
  readonly #live = new Set<EndpointSocket>()
  #lifetime = createLifetime()
  #leave: Unwatch[] = []
  #wantsWholes = false
  #wasLive = false
  /** Whether the stream listens to any provider. */
  #hasBegun = false
  /** Callbacks to call when the stream listens to a provider. */
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
    // The other providers show their pending transactions when their socket subscribes.
    if (onSighting !== undefined) for (const { health } of this.#live) this.#fill(health)
    // A new function per call, so that the same `onBegin` can be added twice.
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

  /** Subscribes to hashes or whole transactions, as the listeners need. */
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

  /** Shows the transactions that became pending at a provider while the stream did not listen to it. */
  #fill(health: EndpointHealth): void {
    const { signal } = this.#lifetime
    const { name } = health.endpoint
    const show = async () => {
      const query = (method: string, params: readonly unknown[]) =>
        this.#options.callOne(health, method, params, signal)
      const snapshot = await getPendingSnapshot(query)
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

/** Creates a signal. Every running snapshot listens to it, so a large number of listeners is not a leak. */
function createLifetime(): AbortController {
  const lifetime = new AbortController()
  setMaxListeners(0, lifetime.signal)
  return lifetime
}
