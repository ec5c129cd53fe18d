import { chainNames } from '@outrigger/api/contract'
import type { ChainPool } from '@outrigger/data'
import { requirePool } from '../../node/perChain.ts'
import type { FamilyPools, Pools } from '../../node/providers.ts'
import { InvalidParameterError } from '../../node/serviceError.ts'
import type { Stream } from '../stream.ts'
import { type Channel, channelsOf, toChannel } from './channels.ts'
import { createFeed, type Feed } from './feed.ts'

/** Enough for a minute of a busy chain; after it a client begins anew. */
const defaults = { keep: 1_024, lingerMs: 60_000 }

type Parts = { readonly pools: Pools; readonly familyPools: FamilyPools }

/**
 * Blocks of a chain, and logs of EVM chains, once and in order through outages of providers: what is missed is fetched, what a
 * reorganisation takes out comes again with `removed`. Each event has a `cursor`; a client that comes back with the last one
 * within a minute gets what it missed, and hears if that is not all there any more.
 */
export function createChainStream({ pools, familyPools }: Parts, { keep, lingerMs } = defaults): Stream {
  const chainPools = { ...pools, ...familyPools }
  const feeds = new Map<string, Feed>()
  const poolOf = (chain: string) => requirePool<ChainPool>(chainPools, chain, chainNames)

  return {
    greet: (chain) => ({ channels: channelsOf(poolOf(chain)) }),
    subscribe(chain, { channel, params, cursor }, deliver) {
      if (cursor !== undefined && typeof cursor !== 'string')
        throw new InvalidParameterError([{ path: 'cursor', message: 'must be that of an event' }])
      const found = toChannel(poolOf(chain), channel, params)
      const feed = findFeed(`${chain} ${found.key}`, String(channel), found)
      const { resumed, begin, stop } = feed.subscribe(cursor, deliver)
      return { answer: { channel, subscribed: true, ...(resumed !== null && { resumed }) }, begin, stop }
    },
  }

  function findFeed(key: string, channel: string, { start, tellsLast }: Channel): Feed {
    const onEnd = () => feeds.delete(key)
    const feed = feeds.get(key) ?? createFeed({ channel, start, tellsLast, keep, lingerMs, onEnd })
    feeds.set(key, feed)
    return feed
  }
}
