import { quantile } from '@outrigger/core'
import type { Hex } from 'viem'
import type { FeedReport } from '../watcherTypes.ts'

const maxLeads = 1024
const maxOpen = 131_072

type Feed = { seen: number; first: number; missed: number; readonly leads: number[] }
type Showing = { readonly atMs: number; readonly providers: string[] }

export type FeedStatistics = {
  /** A provider shows a transaction; `atMs` on any steady clock. */
  note(hash: Hex, provider: string, atMs: number): void
  /** Providers that are listened to from now on. */
  listen(providers: readonly string[]): void
  /** A transaction has ended: who has not shown it by now has missed it. */
  settle(hash: Hex): void
  report(): readonly FeedReport[]
}

/** Who showed a transaction first, by how much, and who did not at all. */
export function createFeedStatistics(): FeedStatistics {
  const feeds = new Map<string, Feed>()
  const showings = new Map<Hex, Showing>()

  function feedOf(provider: string): Feed {
    const feed = feeds.get(provider) ?? { seen: 0, first: 0, missed: 0, leads: [] }
    feeds.set(provider, feed)
    return feed
  }

  return {
    note(hash, provider, atMs) {
      const showing = showings.get(hash)
      if (showing?.providers.includes(provider)) return
      const feed = feedOf(provider)
      feed.seen += 1
      if (showing === undefined) {
        feed.first += 1
        showings.set(hash, { atMs, providers: [provider] })
        const [oldest] = showings.keys()
        if (showings.size > maxOpen && oldest !== undefined) showings.delete(oldest)
        return
      }
      const [first] = showing.providers
      if (showing.providers.length === 1 && first !== undefined) {
        const { leads } = feedOf(first)
        leads.push(atMs - showing.atMs)
        if (leads.length > maxLeads) leads.shift()
      }
      showing.providers.push(provider)
    },
    listen(providers) {
      for (const provider of providers) feedOf(provider)
    },
    settle(hash) {
      const showing = showings.get(hash)
      showings.delete(hash)
      if (showing === undefined) return
      for (const [provider, feed] of feeds) if (!showing.providers.includes(provider)) feed.missed += 1
    },
    report: () =>
      [...feeds].map(([provider, { seen, first, missed, leads }]) => ({
        provider,
        seen,
        first,
        missed,
        leadMs:
          quantile(
            [...leads].sort((a, b) => a - b),
            0.5,
          ) ?? null,
      })),
  }
}
