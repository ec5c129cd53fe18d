import type { PendingSighting, ProviderPool, Unwatch } from '@outrigger/core'
import type { Hex } from 'viem'

const maxBare = 8192
const maxTries = 4
const retryMs = 500

type Raw = Readonly<Record<string, unknown>>

export type PendingFeedOptions = {
  readonly pool: Pick<ProviderPool, 'watchPendingTransactions' | 'send'>
  readonly signal: AbortSignal
  /** Every sighting; `raw` is null where only the hash was shown. True if the transaction is known by now. */
  readonly onSighting: (sighting: Pick<PendingSighting, 'hash' | 'provider' | 'atMs'>, raw: Raw | null) => boolean
}

/**
 * What all providers show of their pools, in one stream. A transaction of which only the hash was shown comes when it
 * has been looked up, with the time and provider of the first sighting; lookups that fail are tried again.
 */
export function watchPendingFeed({ pool, signal, onSighting }: PendingFeedOptions): Unwatch {
  /** Shown by hash only so far. */
  const bare = new Map<Hex, PendingSighting>()
  const timers = new Set<NodeJS.Timeout>()

  function resolve(hash: Hex, raw: Raw): void {
    const first = bare.get(hash)
    if (first !== undefined && bare.delete(hash)) onSighting(first, raw)
  }

  function retry(hash: Hex, tries: number): void {
    const timer = setTimeout(async () => {
      timers.delete(timer)
      const prefer = bare.get(hash)?.provider
      if (prefer === undefined) return
      const request = { method: 'eth_getTransactionByHash', params: [hash] }
      const answer = await pool.send<Raw | null>(request, { signal, prefer, fresh: true }).catch(() => undefined)
      if (signal.aborted) return
      if (answer?.result) resolve(hash, answer.result)
      else if (tries >= maxTries) bare.delete(hash)
      else retry(hash, tries + 1)
    }, retryMs * tries)
    timers.add(timer)
  }

  const unwatch = pool.watchPendingTransactions(
    ({ hash, transaction }) => {
      if (transaction !== null) resolve(hash, transaction)
      else if (bare.has(hash)) retry(hash, 1)
    },
    {
      full: true,
      onSighting(sighting) {
        const { hash, transaction } = sighting
        const first = bare.get(hash)
        if (transaction !== null) {
          bare.delete(hash)
          if (first !== undefined) onSighting(first, transaction)
        }
        if (onSighting(sighting, transaction) || first !== undefined) return
        bare.set(hash, sighting)
        const [oldest] = bare.keys()
        if (bare.size > maxBare && oldest !== undefined) bare.delete(oldest)
      },
    },
  )
  return () => {
    unwatch()
    for (const timer of timers) clearTimeout(timer)
    bare.clear()
  }
}
