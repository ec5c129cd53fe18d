import { setMaxListeners } from 'node:events'
import { LRUCache } from 'lru-cache'
import type { Unwatch } from '../../events/emitter.ts'
import { sleep } from '../../time/sleep.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import type { PendingOptions, PendingSighting, PendingTransaction, ProviderPool } from '../poolTypes.ts'
import type { AskOne } from './askOne.ts'
import { createFanOut } from './fanOut.ts'
import { createPendingLookups, type PendingLookups } from './pendingLookups.ts'
import type { createPendingPoll } from './pendingPoll.ts'
import { getPendingSnapshot } from './pendingSnapshot.ts'
import type { EndpointSocket, SocketSubscription } from './socket.ts'

const maxSeen = 65_536
// A socket that comes back at once needs nobody to stand in for it.
const graceMs = 250
const maxFills = 5
const refillMs = 500
const whole = [
  ['newPendingTransactions', true],
  // Where the providers that speak it show whole transactions; others refuse it.
  ['alchemy_pendingTransactions', { hashesOnly: false }],
] as const

type Transaction = NonNullable<PendingTransaction['transaction']>
type Listener = (transaction: PendingTransaction) => void

export type PendingStreamOptions = {
  readonly poll: ReturnType<typeof createPendingPoll>
  readonly send: ProviderPool['send']
  readonly askOne: AskOne
  readonly sockets: readonly EndpointSocket[]
}

export type PendingStream = {
  watch(onTransaction: Listener, options?: PendingOptions): Unwatch
  close(): void
}

/** Pending transactions of all providers, once each. Those who want them whole and those who want hashes share it. */
export function createPendingStream({ poll, send, askOne, sockets }: PendingStreamOptions): PendingStream {
  const [hashes, wholes] = [createFanOut<PendingTransaction>(), createFanOut<PendingTransaction>()]
  const sightings = createFanOut<PendingSighting>()
  const seen = new LRUCache<string, true>({ max: maxSeen })
  const live = new Set<EndpointSocket>()
  let lifetime = createLifetime()
  let lookups = createLookups()
  let leave: Unwatch[] = []
  let wantsWholes = false
  let wasLive = false
  let grace: NodeJS.Timeout | undefined
  let stopPoll: Unwatch | undefined

  function show(raw: unknown, provider: string, isQueued = false): void {
    const { hash, transaction } = toPending(raw)
    if (hash === null) return
    const pending = { hash, transaction, provider }
    if (sightings.size > 0) sightings.emit({ ...pending, atMs: Date.now() })
    // Most want what can be mined now; a provider pushes it when its turn comes.
    if (isQueued) return
    if (seen.has(hash)) {
      // Another provider shows what is still being looked up.
      if (transaction !== null && lookups.drop(hash)) wholes.emit(pending)
      return
    }
    seen.set(hash, true)
    hashes.emit(pending)
    if (wholes.size === 0) return
    if (transaction !== null || !lookups.add(hash, provider)) wholes.emit(pending)
  }

  function createLookups(): PendingLookups {
    return createPendingLookups(send, (hash, provider, result) =>
      wholes.emit({ hash, transaction: toPending(result).transaction, provider }),
    )
  }

  /** What was pending while nobody listened to the provider. */
  async function fill(health: EndpointHealth): Promise<void> {
    const { signal } = lifetime
    const { name } = health.endpoint
    for (let attempt = 1; attempt <= maxFills; attempt += 1) {
      const snapshot = await getPendingSnapshot((method, params) => askOne(health, method, params, signal))
      if (signal.aborted) return
      for (const raw of snapshot?.pending ?? []) show(raw, name)
      for (const raw of snapshot?.queued ?? []) show(raw, name, true)
      if (snapshot !== null) return
      await sleep(refillMs, signal)
    }
  }

  function standIn(): void {
    clearTimeout(grace)
    grace = setTimeout(
      () => {
        if (live.size > 0 || stopPoll !== undefined) return
        stopPoll = poll({
          onPending: show,
          onBegin: (health, isFirst) => {
            if (!isFirst || wasLive || sightings.size > 0) void fill(health)
          },
        })
      },
      sockets.length === 0 ? 0 : graceMs,
    )
  }

  function toSubscription(socket: EndpointSocket): SocketSubscription {
    const { health } = socket
    const { name } = health.endpoint
    let hasGap = live.has(socket)
    return {
      alternatives: [...(wantsWholes ? whole : []), ['newPendingTransactions']],
      onPush(raw) {
        if (health.verified !== false) show(raw, name)
      },
      onChange(isLive) {
        if (!isLive) {
          live.delete(socket)
          if (live.size === 0) standIn()
          return
        }
        if (hasGap || stopPoll !== undefined || sightings.size > 0) void fill(health)
        live.add(socket)
        hasGap = true
        wasLive = true
        clearTimeout(grace)
        stopPoll?.()
        stopPoll = undefined
      },
    }
  }

  /** Listens in the form that is wanted now. */
  function adapt(): void {
    const size = hashes.size + wholes.size
    const started = leave.length > 0 || grace !== undefined
    if (started && size > 0 && wantsWholes === wholes.size > 0) return
    wantsWholes = wholes.size > 0
    const old = leave
    leave = size === 0 ? [] : sockets.map((socket) => socket.subscribe(toSubscription(socket)))
    for (const unsubscribe of old) unsubscribe()
    live.clear()
    if (size === 0) end()
    else if (live.size === 0) standIn()
  }

  function end(): void {
    lifetime.abort()
    lifetime = createLifetime()
    lookups.close()
    lookups = createLookups()
    clearTimeout(grace)
    grace = undefined
    stopPoll?.()
    stopPoll = undefined
    wasLive = false
    seen.clear()
  }

  return {
    watch(onTransaction, { full = false, onSighting } = {}) {
      const off = (full ? wholes : hashes).add(onTransaction)
      const offSightings = onSighting && sightings.add(onSighting)
      adapt()
      // Others are asked for what waits when they are first listened to.
      if (onSighting !== undefined) for (const { health } of live) void fill(health)
      return () => {
        off()
        offSightings?.()
        adapt()
      }
    },
    close() {
      hashes.clear()
      wholes.clear()
      sightings.clear()
      adapt()
    },
  }
}

/** Every snapshot under way listens for the end; that is not a leak. */
function createLifetime(): AbortController {
  const lifetime = new AbortController()
  setMaxListeners(0, lifetime.signal)
  return lifetime
}

function toPending(raw: unknown): { readonly hash: `0x${string}` | null; readonly transaction: Transaction | null } {
  const transaction = typeof raw === 'object' && raw !== null ? (raw as Transaction) : null
  const hash = transaction === null ? raw : transaction['hash']
  const isHash = typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash)
  return isHash ? { hash: hash.toLowerCase() as `0x${string}`, transaction } : { hash: null, transaction: null }
}
