import { createBoundedMap, getOrCreate, quantile } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { FeedReport } from '../watcherTypes.ts'

const maxLeads = 1024
const maxOpen = 131_072

type Feed = { seen: number; first: number; missed: number; readonly leads: number[] }
type Sighting = { readonly atMs: number; readonly providers: string[] }

export type FeedStatistics = {
  /** Records that a provider showed a transaction. `atMs` is from any steady clock. */
  note(hash: Hex, provider: string, atMs: number): void
  /** Adds providers to the statistics. */
  listen(providers: readonly string[]): void
  /** Records the end of a transaction. Providers that have not shown it have missed it. */
  finish(hash: Hex): void
  report(): readonly FeedReport[]
}

/** Measures which provider shows transactions first, by how much, and how many it misses. */
export function createFeedStatistics(): FeedStatistics {
  const feeds = new Map<string, Feed>()
  const sightings = createBoundedMap<Hex, Sighting>(maxOpen)

  const feedOf = (provider: string) => getOrCreate(feeds, provider, () => ({ seen: 0, first: 0, missed: 0, leads: [] }))

  return {
    note(hash, provider, atMs) {
      const sighting = sightings.peek(hash)
      if (sighting?.providers.includes(provider)) return
      const feed = feedOf(provider)
      feed.seen += 1
      if (sighting === undefined) {
        feed.first += 1
        sightings.set(hash, { atMs, providers: [provider] })
        return
      }
      const [first] = sighting.providers
      if (sighting.providers.length === 1 && first !== undefined) {
        const { leads } = feedOf(first)
        leads.push(atMs - sighting.atMs)
        if (leads.length > maxLeads) leads.shift()
      }
      sighting.providers.push(provider)
    },
    listen(providers) {
      for (const provider of providers) feedOf(provider)
    },
    finish(hash) {
      const sighting = sightings.peek(hash)
      sightings.delete(hash)
      if (sighting === undefined) return
      for (const [provider, feed] of feeds) if (!sighting.providers.includes(provider)) feed.missed += 1
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
