import type { Head, LogFilter, ProviderPool, Unwatch } from '@outrigger/core'
import { watchSyncing } from './syncing.ts'

export type SubscriptionKind =
  | { readonly kind: 'newHeads' }
  | { readonly kind: 'newPendingTransactions'; readonly full: boolean }
  | { readonly kind: 'logs'; readonly filter: LogFilter }
  | { readonly kind: 'syncing' }

/** Receives the payload of an event as JSON text. */
export type Receiver = (result: string) => void

type Feed = { readonly receivers: Set<Receiver>; stop: Unwatch; last: string | undefined }

/** The events of one chain as text. Each event is formatted once for all receivers. */
export type Feeds = { join(wanted: SubscriptionKind, receiver: Receiver): Unwatch }

export function createFeeds(pool: ProviderPool): Feeds {
  const feeds = new Map<string, Feed>()

  function open(wanted: SubscriptionKind): Feed {
    const feed: Feed = { receivers: new Set(), stop: () => {}, last: undefined }
    feed.stop = watch(pool, wanted, (result) => {
      if (wanted.kind === 'syncing') feed.last = result
      for (const receive of feed.receivers) receive(result)
    })
    return feed
  }

  return {
    join(wanted, receiver) {
      const name = JSON.stringify(wanted)
      const feed = feeds.get(name) ?? open(wanted)
      feeds.set(name, feed)
      // A separate function for each join, because the same receiver may join twice.
      const receive: Receiver = (result) => receiver(result)
      feed.receivers.add(receive)
      if (feed.last !== undefined) receive(feed.last)
      return () => {
        feed.receivers.delete(receive)
        if (feed.receivers.size > 0 || feeds.get(name) !== feed) return
        feeds.delete(name)
        feed.stop()
      }
    },
  }
}

function watch(pool: ProviderPool, wanted: SubscriptionKind, emit: Receiver): Unwatch {
  if (wanted.kind === 'newHeads')
    // As in geth, new heads reveal a reorg. Removed heads are not announced.
    return pool.watchHeads((head) => head.removed || emit(toHeaderText(head)))
  if (wanted.kind === 'logs') return pool.watchLogs(wanted.filter, (log) => emit(JSON.stringify(log)))
  if (wanted.kind === 'syncing') return watchSyncing(pool, emit)
  const { full } = wanted
  return pool.watchPendingTransactions(
    ({ hash, transaction }) => {
      if (!full) emit(JSON.stringify(hash))
      else if (transaction !== null) emit(JSON.stringify(transaction))
    },
    { full },
  )
}

// Block fields that are not in the header.
const bodyFields = new Set(['transactions', 'uncles', 'withdrawals', 'size', 'totalDifficulty'])

function toHeaderText({ header }: Head): string {
  return JSON.stringify(header, (name, value) => (bodyFields.has(name) ? undefined : value))
}
