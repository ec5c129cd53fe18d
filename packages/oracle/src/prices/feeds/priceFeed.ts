import type { ChainName } from '@outrigger/core'
import { toListedTokens } from '@outrigger/core/internal'
import type { Address } from 'viem'
import { type PriceToken, toMarketSymbol } from '../priceToken.ts'
import { resolveToken } from '../resolveToken.ts'
import { arbitrum } from './addresses/arbitrum.ts'
import { base } from './addresses/base.ts'
import { ethereum } from './addresses/ethereum.ts'
import { linea } from './addresses/linea.ts'
import { optimism } from './addresses/optimism.ts'

/** A Chainlink feed. The feed updates at least once per heartbeat, and whenever the price moves by `deviation`. */
export type PriceFeed = {
  /** Symbol of the asset in the chain's token list, or `ETH` or `BTC`. */
  readonly base: string
  readonly quote: string
  /** Address of the proxy, which stays the same when its aggregator is replaced. */
  readonly address: Address
  readonly heartbeatSeconds: number
  /** Price change that triggers an update, as a share (0-1). */
  readonly deviation: number
}

export type PriceFeeds = { readonly [chain in ChainName]?: readonly PriceFeed[] }

/** Supported feeds by chain. To add a feed, add a row in `addresses/`. */
export const priceFeeds: PriceFeeds = {
  arbitrum: toFeeds(arbitrum),
  base: toFeeds(base),
  ethereum: toFeeds(ethereum),
  linea: toFeeds(linea),
  optimism: toFeeds(optimism),
}

function toFeeds(rows: string): readonly PriceFeed[] {
  return rows
    .trim()
    .split('\n')
    .map((row) => {
      const [base = '', quote = '', address, heartbeat, deviationBps] = row.split(' ')
      return {
        base,
        quote,
        address: address as Address,
        heartbeatSeconds: Number(heartbeat),
        deviation: Number(deviationBps) / 10_000,
      }
    })
}

/** Tokens backed one to one by bitcoin. If such a token has no feed, the feed of bitcoin is used. */
const wrappedBitcoin = new Set(['WBTC', 'cbBTC', 'tBTC', 'BTC.b', 'BTCB'])

/**
 * Returns the feed paths from a token to dollars, best first: its own dollar feed, then its feed in ether or bitcoin combined
 * with that coin's dollar feed. For wrapped bitcoin the last path is the feed of bitcoin.
 */
export function findFeedPaths(feeds: readonly PriceFeed[], token: PriceToken): readonly (readonly PriceFeed[])[] {
  if (!token.isListed) return []
  const symbol = toMarketSymbol(token)
  const inDollars = (base: string) => feeds.filter((feed) => feed.base === base && feed.quote === 'USD')
  const own = inDollars(symbol).map((feed) => [feed])
  const through = feeds
    .filter((feed) => feed.base === symbol && feed.quote !== 'USD')
    .flatMap((feed) => inDollars(feed.quote).map((quote) => [feed, quote]))
  const bitcoin = wrappedBitcoin.has(symbol) ? inDollars('BTC').map((feed) => [feed]) : []
  return [...own, ...through, ...bitcoin]
}

/** Returns the symbols of a chain's tokens that have a feed, sorted. */
export function listFeedSymbols(chain: ChainName): readonly string[] {
  const tokens = [...toListedTokens(chain).keys()].map((address) => resolveToken(chain, address))
  const feeds = priceFeeds[chain] ?? []
  const symbols = tokens.flatMap((token) => (findFeedPaths(feeds, token).length > 0 ? [token.symbol] : []))
  return [...new Set(symbols)].sort()
}
