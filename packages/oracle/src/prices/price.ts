import type { Address } from 'viem'
import type { Freshness } from '../freshness.ts'
import type { Rejection } from './compute/medianPrice.ts'
import type { PriceSourceKind } from './priceSource.ts'

/** What one source said when a price was made. */
export type PriceOpinion = {
  readonly name: string
  /** `redemption`: the issuer's own rate, where no market has a price. */
  readonly kind: PriceSourceKind | 'redemption'
  readonly priceUsd: number
  /** When it was so, Unix milliseconds. */
  readonly timestampMs: number
  /** Dollars that can be traded within 2 % of the price; null where the source does not report. */
  readonly liquidityUsd: number | null
  /** Why it is not part of the price; null where it is. */
  readonly rejection: Rejection | null
  /** The same in words, or how the opinion was made; null where there is nothing to say. */
  readonly detail: string | null
}

/** A source that has nothing to say of a token, and why. */
export type SilentSource = { readonly name: string; readonly reason: string }

/** What markets say of a token beside its price; null where no source reports. Changes are ratios: 0.01 is one percent up. */
export type MarketFigures = {
  readonly change24h: number | null
  readonly change7d: number | null
  readonly volume24hUsd: number | null
  readonly marketCapUsd: number | null
}

/** What the issuer of a staked or restaked token redeems it for, beside what markets pay. */
export type Redemption = {
  /** ETH per token. */
  readonly rate: number
  /** That rate in US dollars; null while ether has no price. */
  readonly priceUsd: number | null
  /** Market price over `priceUsd`, less 1: negative is a discount; null where no market has a price. */
  readonly premium: number | null
  readonly protocol: string
}

/** A price by several sources, in US dollars. `source` is `primary` while it is fresh, `cache` once it is stale. */
export type Price = Freshness &
  MarketFigures & {
    readonly chain: string
    readonly symbol: string
    readonly address: Address | null
    /** The median of the opinions without a rejection. */
    readonly priceUsd: number
    /**
     * `redemption`: no market has a price of the token, and this is what its issuer redeems it for, times the price of ether.
     * Nobody may pay as much.
     */
    readonly basis: 'market' | 'redemption'
    /** Distance of the highest from the lowest opinion used, over the price. */
    readonly spread: number
    /** Sum over the opinions used; null where none reports it. */
    readonly liquidityUsd: number | null
    readonly opinions: readonly PriceOpinion[]
    /** Null for tokens that are no claim on staked ether, and where the contract does not answer. */
    readonly redemption: Redemption | null
    readonly silent: readonly SilentSource[]
  }
