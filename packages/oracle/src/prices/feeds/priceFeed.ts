import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import { type PriceToken, toMarketSymbol } from '../priceToken.ts'
import { arbitrum } from './addresses/arbitrum.ts'
import { base } from './addresses/base.ts'
import { ethereum } from './addresses/ethereum.ts'
import { linea } from './addresses/linea.ts'
import { optimism } from './addresses/optimism.ts'

/** A Chainlink feed, and what it promises: an answer at least every heartbeat, and at every move of `deviation`. */
export type PriceFeed = {
  /** Symbol of the chain's token list; `ETH` and `BTC` for the coins. */
  readonly base: string
  readonly quote: string
  /** The proxy, which stays when its aggregator is replaced. */
  readonly address: Address
  readonly heartbeatSeconds: number
  /** Of 1. */
  readonly deviation: number
}

export type PriceFeeds = { readonly [chain in ChainName]?: readonly PriceFeed[] }

/** The feeds that are read, by chain. More are a row in `addresses/`. */
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

/** Bitcoin on a chain, one for one: where they have no feed of their own, that of bitcoin stands in. */
const wrappedBitcoin = new Set(['WBTC', 'cbBTC', 'tBTC', 'BTC.b', 'BTCB'])

/**
 * The ways from a token to dollars, best first: its own feed in dollars, or in ether or bitcoin with theirs. Of wrapped
 * bitcoin the last is the feed of bitcoin.
 */
export function findFeedPaths(feeds: readonly PriceFeed[], token: PriceToken): readonly (readonly PriceFeed[])[] {
  if (!token.isListed) return []
  const symbol = toMarketSymbol(token)
  const inDollars = (base: string) => feeds.filter((feed) => feed.base === base && feed.quote === 'USD')
  const own = inDollars(symbol).map((feed) => [feed])
  const through = feeds
    .filter((feed) => feed.base === symbol && feed.quote !== 'USD')
    .flatMap((feed) => inDollars(feed.quote).map((quote) => [feed, quote]))
  const standIn = wrappedBitcoin.has(symbol) ? inDollars('BTC').map((feed) => [feed]) : []
  return [...own, ...through, ...standIn]
}
