import type { Address } from 'viem'
import type { Freshness } from '../freshness.ts'
import type { Rejection } from './compute/medianPrice.ts'
import type { PriceSourceKind } from './priceSource.ts'

/** Sample of one source for a price. */
export type PriceOpinion = {
  readonly name: string
  /** `redemption`: the issuer's own rate, if no market has a price. */
  readonly kind: PriceSourceKind | 'redemption'
  readonly priceUsd: number
  /** Time of the price, Unix milliseconds. */
  readonly timestampMs: number
  /** Dollars that can be traded within 2 % of the price; null if the source does not report it. */
  readonly liquidityUsd: number | null
  /** Why it is not part of the price; null if it is. */
  readonly rejection: Rejection | null
  /** The rejection in words, or details such as the feed; null if there are none. */
  readonly detail: string | null
}

/** A source without a price of the token, and why. */
export type SilentSource = { readonly name: string; readonly reason: string }

/** Market figures of a token. Null if no source reports them. Changes are ratios: 0.01 is 1 % up. */
export type MarketFigures = {
  readonly change24h: number | null
  readonly change7d: number | null
  readonly volume24hUsd: number | null
  readonly marketCapUsd: number | null
}

/** Redemption value of a staked or restaked token at its issuer. */
export type Redemption = {
  /** ETH per token. */
  readonly rate: number
  /** The rate in US dollars; null while ether has no price. */
  readonly priceUsd: number | null
  /** Market price divided by `priceUsd`, minus 1. Negative is a discount. Null if no market has a price. */
  readonly premium: number | null
  readonly protocol: string
}

/** A price from several sources, in US dollars. `source` is `primary` while it is fresh, `cache` once it is stale. */
export type Price = Freshness &
  MarketFigures & {
    readonly chain: string
    readonly symbol: string
    readonly address: Address | null
    /** The median of the opinions without a rejection. */
    readonly priceUsd: number
    /**
     * `redemption`: no market has a price, so this is the issuer's redemption rate times the price of ether. A sale may
     * bring less.
     */
    readonly basis: 'market' | 'redemption'
    /** Highest minus lowest used opinion, divided by the price. */
    readonly spread: number
    /** Sum over the used opinions; null if none reports it. */
    readonly liquidityUsd: number | null
    readonly opinions: readonly PriceOpinion[]
    /** Null for tokens that do not represent staked ether, and if the contract does not answer. */
    readonly redemption: Redemption | null
    readonly silent: readonly SilentSource[]
  }
