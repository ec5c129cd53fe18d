import { type PendingSighting, type ProviderPool, sleep, type Unwatch } from '@outrigger/core'
import { createBoundedMap, retry } from '@outrigger/core/internal'
import type { Hex } from 'viem'

const maxUnresolved = 8192
const retryOptions = { tries: 4, minDelayMs: 1000, maxDelayMs: 2000 } as const
const firstDelayMs = 500

type Raw = Readonly<Record<string, unknown>>

export type PendingFeedOptions = {
  readonly pool: Pick<ProviderPool, 'watchPendingTransactions' | 'send'>
  readonly signal: AbortSignal
  /** Called for every sighting. `raw` is null if only the hash was shown. Returns true if the transaction is now known. */
  readonly onSighting: (sighting: Pick<PendingSighting, 'hash' | 'provider' | 'atMs'>, raw: Raw | null) => boolean
}

class NotFoundError extends Error {}

/**
 * Merges the pending transactions of all providers. A transaction that was shown only by its hash is reported once it has
 * been looked up, with the time and provider of the first sighting. Failed lookups are retried.
 */
export function watchPendingFeed({ pool, signal, onSighting }: PendingFeedOptions): Unwatch {
  /** First sightings of transactions whose content is unknown. */
  const unresolved = createBoundedMap<Hex, PendingSighting>(maxUnresolved)

  function resolve(hash: Hex, raw: Raw): void {
    const first = unresolved.peek(hash)
    if (first !== undefined && unresolved.delete(hash)) onSighting(first, raw)
  }

  async function lookUp(hash: Hex): Promise<void> {
    const prefer = unresolved.peek(hash)?.provider
    if (prefer === undefined) return
    const { result } = await pool.send<Raw | null>(
      { method: 'eth_getTransactionByHash', params: [hash] },
      { signal, prefer, fresh: true },
    )
    if (signal.aborted) return
    if (!result) throw new NotFoundError()
    resolve(hash, result)
  }

  async function retryLookUp(hash: Hex): Promise<void> {
    await sleep(firstDelayMs, signal)
    await retry(() => lookUp(hash), { ...retryOptions, signal }).catch(() => unresolved.delete(hash))
  }

  const unwatch = pool.watchPendingTransactions(
    ({ hash, transaction }) => {
      if (transaction !== null) resolve(hash, transaction)
      else if (unresolved.has(hash)) void retryLookUp(hash)
    },
    {
      full: true,
      onSighting(sighting) {
        const { hash, transaction } = sighting
        const isKnown = unresolved.has(hash)
        if (transaction !== null) resolve(hash, transaction)
        if (!onSighting(sighting, transaction) && !isKnown) unresolved.set(hash, sighting)
      },
    },
  )
  return () => {
    unwatch()
    unresolved.clear()
  }
}
