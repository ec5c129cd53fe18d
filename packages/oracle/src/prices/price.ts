import type { Address } from 'viem'
import type { Freshness } from '../freshness.ts'
import type { Rejection } from './compute/medianPrice.ts'
import type { PriceSourceKind } from './priceSource.ts'

/** The price of a token at one source. */
export type SourcePrice = {
  readonly name: string
  /** `redemption`: the issuer's own rate. It is used if no market has a price. */
  readonly kind: PriceSourceKind | 'redemption'
  readonly priceUsd: number
  /** Time of the price, Unix milliseconds. */
  readonly timestampMs: number
  /** Dollars that can be traded within 2 % of the price. Null if the source does not report it. */
  readonly liquidityUsd: number | null
  /** Why this price is not part of the price. Null if it is part of the price. */
  readonly rejection: Rejection | null
  /** The rejection in words, or details such as the feed. Null if there are no details. */
  readonly detail: string | null
}

/** A source that has no price of the token, and the reason. */
export type MissingSource = { readonly name: string; readonly reason: string }

/** Market figures of a token. A figure is null if no source reports it. Changes are ratios: 0.01 means 1 % up. */
export type MarketFigures = {
  readonly change24h: number | null
  readonly change7d: number | null
  readonly volume24hUsd: number | null
  readonly marketCapUsd: number | null
}

/** Value of a staked or restaked token when it is redeemed at its issuer. */
export type Redemption = {
  /** ETH per token. */
  readonly rate: number
  /** The rate in US dollars. Null while ether has no price. */
  readonly priceUsd: number | null
  /** Market price divided by `priceUsd`, minus 1. A negative premium is a discount. Null if no market has a price. */
  readonly premium: number | null
  readonly protocol: string
}

/**
 * A price from several sources, in US dollars. `source` is `primary` while the price is fresh, and `cache` when it is
 * stale.
 */
export type Price = Freshness &
  MarketFigures & {
    readonly chain: string
    readonly symbol: string
    readonly address: Address | null
    /** The median of the source prices that are not rejected. */
    readonly priceUsd: number
    /**
     * `redemption`: no market has a price, so the price is the issuer's redemption rate times the price of ether. A
     * sale may yield less.
     */
    readonly basis: 'market' | 'redemption'
    /** Highest minus lowest source price that is part of the price, divided by the price. */
    readonly spread: number
    /** Sum over the used sources. Null if none of them reports liquidity. */
    readonly liquidityUsd: number | null
    readonly sources: readonly SourcePrice[]
    /** Redemption value. Null for tokens that do not represent staked ether, and if the contract does not respond. */
    readonly redemption: Redemption | null
    readonly missing: readonly MissingSource[]
  }
