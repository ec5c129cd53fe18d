import { setMaxListeners } from 'node:events'
import { LRUCache } from 'lru-cache'
import type { Unwatch } from '../../events/emitter.ts'
import type { PendingTransaction, ProviderPool } from '../poolTypes.ts'
import { createFanOut } from './fanOut.ts'
import { limit } from './limit.ts'
import type { createPendingPoll } from './pendingPoll.ts'
import { getPendingSnapshot } from './pendingSnapshot.ts'
import type { EndpointSocket, SocketSubscription } from './socket.ts'

const maxSeen = 65_536
const parallelLookups = 16
// More hashes than this in line mean that the provider cannot keep up; the rest are told without their transaction.
const maxLookups = 4096
// A socket that comes back at once needs nobody to stand in for it.
const graceMs = 250

type Transaction = NonNullable<PendingTransaction['transaction']>
type Listener = (transaction: PendingTransaction) => void

export type PendingStreamOptions = {
  readonly poll: ReturnType<typeof createPendingPoll>
  readonly send: ProviderPool['send']
  readonly sockets: readonly EndpointSocket[]
}

export type PendingStream = {
  watch(onTransaction: Listener, options?: { readonly full?: boolean }): Unwatch
  close(): void
}

/** Pending transactions of all providers, once each. Those who want them whole and those who want hashes share it. */
export function createPendingStream({ poll, send, sockets }: PendingStreamOptions): PendingStream {
  const [hashes, wholes] = [createFanOut<PendingTransaction>(), createFanOut<PendingTransaction>()]
  const seen = new LRUCache<string, true>({ max: maxSeen })
  /** Hashes told whose transactions are being looked up. */
  const lookups = new Set<string>()
  const run = limit(parallelLookups)
  const live = new Set<EndpointSocket>()
  let lifetime = createLifetime()
  let leave: Unwatch[] = []
  let wantsWholes = false
  let wasLive = false
  let grace: NodeJS.Timeout | undefined
  let stopPoll: Unwatch | undefined

  function show(raw: unknown, provider: string): void {
    const { hash, transaction } = toPending(raw)
    if (hash === null) return
    if (seen.has(hash)) {
      // Another provider shows what is still being looked up.
      if (transaction !== null && lookups.delete(hash)) wholes.emit({ hash, transaction, provider })
      return
    }
    seen.set(hash, true)
    const pending = { hash, transaction, provider }
    hashes.emit(pending)
    if (wholes.size === 0) return
    if (transaction !== null || lookups.size >= maxLookups) wholes.emit(pending)
    else void lookUp(pending)
  }

  async function lookUp({ hash, provider }: PendingTransaction): Promise<void> {
    const { signal } = lifetime
    lookups.add(hash)
    const request = { method: 'eth_getTransactionByHash', params: [hash] }
    const answer = await run(
      async () => (lookups.has(hash) ? await send(request, { signal, prefer: provider }) : undefined),
      signal,
    ).catch(() => undefined)
    if (signal.aborted || !lookups.delete(hash)) return
    const { transaction } = toPending(answer?.result)
    wholes.emit({ hash, transaction, provider })
  }

  /** What was pending while nobody listened to the provider. */
  async function fill(provider: string): Promise<void> {
    const { signal } = lifetime
    for (const transaction of await getPendingSnapshot(send, provider, signal))
      if (!signal.aborted) show(transaction, provider)
  }

  function standIn(): void {
    clearTimeout(grace)
    grace = setTimeout(
      () => {
        if (live.size > 0 || stopPoll !== undefined) return
        stopPoll = poll({
          onPending: show,
          onBegin: (provider, isFirst) => {
            if (!isFirst || wasLive) void fill(provider)
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
      alternatives: wantsWholes
        ? [['newPendingTransactions', true], ['newPendingTransactions']]
        : [['newPendingTransactions']],
      onPush(raw) {
        if (health.verified !== false) show(raw, name)
      },
      onChange(isLive) {
        if (!isLive) {
          live.delete(socket)
          if (live.size === 0) standIn()
          return
        }
        if (hasGap || stopPoll !== undefined) void fill(name)
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
    clearTimeout(grace)
    grace = undefined
    stopPoll?.()
    stopPoll = undefined
    wasLive = false
    seen.clear()
    lookups.clear()
  }

  return {
    watch(onTransaction, { full = false } = {}) {
      const off = (full ? wholes : hashes).add(onTransaction)
      adapt()
      return () => {
        off()
        adapt()
      }
    },
    close() {
      hashes.clear()
      wholes.clear()
      adapt()
    },
  }
}

/** Every lookup in flight listens for the end; that is not a leak. */
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
