import { setMaxListeners } from 'node:events'
import type { PendingTransaction, ProviderPool } from '../poolTypes.ts'

// Hashes arrive one by one. Lookups of one turn of the event loop can share a batch.
const gatherMs = 5
const maxInFlight = 128
// With more waiting hashes than this, the provider cannot keep up. Further ones are emitted without the transaction.
const maxWaiting = 4096

type Hash = PendingTransaction['hash']

export type PendingLookups = {
  /** Adds a hash. Returns false if too many hashes are waiting. */
  add(hash: Hash, provider: string): boolean
  /**
   * Cancels a lookup because another provider has shown the whole transaction. Returns false if the hash was not
   * waiting.
   */
  drop(hash: Hash): boolean
  close(): void
}

/** Looks up the transactions of hashes, first at the provider that showed them. */
export function createPendingLookups(
  send: ProviderPool['send'],
  onAnswer: (hash: Hash, provider: string, result: unknown) => void,
): PendingLookups {
  const lifetime = new AbortController()
  // Every lookup in flight listens to this signal. That is not a leak.
  setMaxListeners(0, lifetime.signal)
  const wanted = new Set<Hash>()
  const waiting: { readonly hash: Hash; readonly provider: string }[] = []
  let inFlight = 0
  let isDue = false

  function schedule(): void {
    if (isDue) return
    isDue = true
    setTimeout(flush, gatherMs)
  }

  function flush(): void {
    isDue = false
    while (inFlight < maxInFlight) {
      const next = waiting.shift()
      if (next === undefined) return
      if (wanted.has(next.hash)) void lookUp(next.hash, next.provider)
    }
  }

  async function lookUp(hash: Hash, provider: string): Promise<void> {
    inFlight += 1
    const request = { method: 'eth_getTransactionByHash', params: [hash] }
    const answer = await send(request, { signal: lifetime.signal, prefer: provider }).catch(() => undefined)
    inFlight -= 1
    if (lifetime.signal.aborted) return
    if (waiting.length > 0) schedule()
    if (wanted.delete(hash)) onAnswer(hash, provider, answer?.result)
  }

  return {
    add(hash, provider) {
      if (wanted.size >= maxWaiting) return false
      wanted.add(hash)
      waiting.push({ hash, provider })
      schedule()
      return true
    },
    drop: (hash) => wanted.delete(hash),
    close() {
      lifetime.abort()
      wanted.clear()
      waiting.length = 0
    },
  }
}
