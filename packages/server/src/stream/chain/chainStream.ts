import { chainNames } from '@outrigger/api/contract'
import type { ChainPool } from '@outrigger/data'
import { InvalidParameterError } from '../../errors/serviceError.ts'
import { requirePool } from '../../node/perChain.ts'
import type { FamilyPools, Pools } from '../../node/providers.ts'
import type { Stream } from '../stream.ts'
import { type Channel, channelsOf, toChannel } from './channels.ts'
import { createFeed, type Feed } from './feed.ts'

/** Enough for a minute of a busy chain. After that a client has to start again. */
const defaults = { keep: 1_024, lingerMs: 60_000 }

type Parts = { readonly pools: Pools; readonly familyPools: FamilyPools }

/**
 * Streams the blocks of a chain, and logs of EVM chains, once and in order, even during outages of providers. Missed events are
 * fetched. Events that a reorg removes are sent again with `removed`. Each event has a `cursor`. A client that reconnects with
 * its
 * last cursor within a minute gets the missed events. The answer says if some of them are no longer available.
 */
export function createChainStream({ pools, familyPools }: Parts, { keep, lingerMs } = defaults): Stream {
  const chainPools = { ...pools, ...familyPools }
  const feeds = new Map<string, Feed>()
  const poolOf = (chain: string) => requirePool<ChainPool>(chainPools, chain, chainNames)

  return {
    greet: (chain) => ({ channels: channelsOf(poolOf(chain)) }),
    subscribe(chain, { channel, params, cursor }, deliver) {
      if (cursor !== undefined && typeof cursor !== 'string')
        throw new InvalidParameterError([{ path: 'cursor', message: 'must be the cursor of an event' }])
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
